/** stickslip/node: what the library offers on Node beyond the browser: files, figures without a browser, the gallery, threads. */
export { createExecutor, type ExecutorOptions } from "./create-executor.ts";
export { createDocument } from "./document.ts";
export { galleryFile, galleryNames, galleryText } from "./gallery.ts";
export { onInterrupt } from "./interrupts.ts";
export { type LoadFileOptions, loadFile } from "./load-file.ts";
export { openTablesIn } from "./open-table.ts";
export { svgToPng } from "./png.ts";
export { type ReadText, readText } from "./read-text.ts";
export { createRunner } from "./runner.ts";
export { type ThreadOptions, threadExecutor } from "./threads.ts";
export { openText, type TextWriter } from "./write-text.ts";
