/** The motion as a short video, where the browser can make one. */
import { useState } from "preact/hooks";
import { download, fileName } from "../export/download.ts";
import { clock, play, setTime } from "../state/clock.ts";
import { notify, studio } from "../state/studio.ts";
import { IconButton } from "./app.tsx";

const FRAMES_PER_SECOND = 30;
const FEWEST = 12;
/** s */
const LONGEST = 12;
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

export function Film({ canvas }: { canvas: { readonly current: HTMLCanvasElement | null } }) {
  const [busy, setBusy] = useState(false);
  const record = async () => {
    if (!canvas.current || busy) return;
    setBusy(true);
    try {
      await film(canvas.current);
    } catch (error) {
      notify(`The video cannot be made here: ${(error as Error).message}.`, true);
    }
    setBusy(false);
  };
  return (
    <IconButton
      name="film"
      label={busy ? "Recording" : "Save the motion as a video"}
      pressed={busy}
      onClick={() => void record()}
    />
  );
}

/** Goes through the motion frame by frame and records each one that is drawn: on a slow machine it takes longer, but no frame is lost. */
async function film(canvas: HTMLCanvasElement): Promise<void> {
  const name = fileName(studio.get().run?.facts.name ?? "");
  const kind =
    typeof MediaRecorder === "function" ? KINDS.find((one) => MediaRecorder.isTypeSupported(one)) : undefined;
  if (!kind) throw new Error("this browser has no recorder for WebM");
  const { start, end, speed, time } = clock.get();
  const frames = Math.max(FEWEST, Math.ceil(FRAMES_PER_SECOND * Math.min(LONGEST, (end - start) / speed)));
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 4_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  play(false);
  recorder.start();
  for (let k = 0; k <= frames; k++) {
    setTime(start + ((end - start) * k) / frames);
    await drawn();
    track!.requestFrame();
    await new Promise((resolve) => setTimeout(resolve, 1000 / FRAMES_PER_SECOND));
  }
  recorder.stop();
  await stopped;
  setTime(time);
  download(`${name}.webm`, new Blob(parts, { type: "video/webm" }));
  notify(`The motion is saved as ${name}.webm.`);
}

/** When what was asked to be drawn has been. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
