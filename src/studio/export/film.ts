/** The motion on a canvas as a WebM video, or as pictures, one a frame: gone through frame by frame, so that on a slow machine none is lost. */
import { clock, play, setTime } from "../state/clock.ts";
import { zipped } from "./zip.ts";

const FRAMES_PER_SECOND = 30;
const FEWEST = 12;
/** s of a video, and frames of a sequence of pictures. */
const LONGEST = 12;
const MOST_PICTURES = 120;
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** The kind of video that the browser can record; undefined where it cannot. */
function videoKind(): string | undefined {
  return typeof MediaRecorder === "function" ? KINDS.find((kind) => MediaRecorder.isTypeSupported(kind)) : undefined;
}

export interface Filmed {
  readonly content: Blob;
  /** Of the file. */
  readonly ending: "webm" | "zip";
}

/** A video where the browser has a recorder, else pictures. */
export async function film(canvas: HTMLCanvasElement): Promise<Filmed> {
  const kind = videoKind();
  if (!kind) return pictures(canvas);
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, { mimeType: kind, videoBitsPerSecond: 4_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  await eachFrame(frameCount(), async () => {
    track!.requestFrame();
    await new Promise((resolve) => setTimeout(resolve, 1000 / FRAMES_PER_SECOND));
  });
  recorder.stop();
  await stopped;
  return { content: new Blob(parts, { type: "video/webm" }), ending: "webm" };
}

/** PNG pictures in a ZIP, numbered. */
export async function pictures(canvas: HTMLCanvasElement): Promise<Filmed> {
  const entries: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  await eachFrame(Math.min(MOST_PICTURES, frameCount()), async (k) => {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("the browser makes no pictures of it");
    entries.push({ name: `frame-${String(k).padStart(4, "0")}.png`, bytes: new Uint8Array(await blob.arrayBuffer()) });
  });
  return { content: zipped(entries), ending: "zip" };
}

/** At the speed of the player. */
function frameCount(): number {
  const { start, end, speed } = clock.get();
  return Math.max(FEWEST, Math.ceil(FRAMES_PER_SECOND * Math.min(LONGEST, (end - start) / speed)));
}

/** Draws the times from start to end, and calls after each. */
async function eachFrame(count: number, take: (k: number) => Promise<void>): Promise<void> {
  const { start, end, time } = clock.get();
  play(false);
  try {
    for (let k = 0; k <= count; k++) {
      setTime(start + ((end - start) * k) / count);
      await drawn();
      await take(k);
    }
  } finally {
    setTime(time);
  }
}

/** When what was asked to be drawn has been. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
