/** The motion as a short video, where the browser can make one; otherwise as a row of pictures. */
import { useState } from "preact/hooks";
import { download, fileName } from "../export/download.ts";
import { clock, play, setTime } from "../state/clock.ts";
import { notify, studio } from "../state/studio.ts";
import { IconButton } from "./app.tsx";

const FRAMES_PER_SECOND = 30;
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

/** Plays from the start and records what is drawn. */
async function film(canvas: HTMLCanvasElement): Promise<void> {
  const name = fileName(studio.get().run?.facts.name ?? "");
  const kind =
    typeof MediaRecorder === "function" ? KINDS.find((one) => MediaRecorder.isTypeSupported(one)) : undefined;
  if (!kind) throw new Error("this browser has no recorder for WebM");
  const { start, end, speed, loop } = clock.get();
  const seconds = Math.min(LONGEST, (end - start) / speed);
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: kind,
    videoBitsPerSecond: 4_000_000,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  clock.set({ loop: false });
  setTime(start);
  recorder.start();
  play(true);
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds + 100));
  play(false);
  recorder.stop();
  await stopped;
  clock.set({ loop });
  download(`${name}.webm`, new Blob(parts, { type: "video/webm" }));
  notify(`The motion is saved as ${name}.webm.`);
}
