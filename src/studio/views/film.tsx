/** The motion as a short video, or as pictures where the browser makes no videos. */
import { useState } from "preact/hooks";
import { download, fileName } from "../export/download.ts";
import { type Filmed, film, pictures } from "../export/film.ts";
import { notify, studio } from "../state/studio.ts";
import { IconButton } from "./app.tsx";

export function Film({ canvas }: { canvas: { readonly current: HTMLCanvasElement | null } }) {
  const [busy, setBusy] = useState(false);
  const record = async () => {
    if (!canvas.current || busy) return;
    setBusy(true);
    await save(film(canvas.current));
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

/** Of the machine that is shown. */
export async function savePictures(): Promise<void> {
  const canvas = document.querySelector<HTMLCanvasElement>("canvas.machine-canvas");
  if (canvas) await save(pictures(canvas));
  else notify("There is no moving machine in this view. Open Motion first.", true);
}

async function save(making: Promise<Filmed>): Promise<void> {
  try {
    const { content, ending } = await making;
    const name = `${fileName(studio.get().run?.facts.name ?? "")}.${ending}`;
    download(name, content);
    notify(`The motion is saved as ${name}.`);
  } catch (error) {
    notify(`The motion cannot be saved here: ${(error as Error).message}.`, true);
  }
}
