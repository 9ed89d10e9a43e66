/** The studio's page. */
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/controls.css";
import "./style/layout.css";
import "./style/views.css";
import { render } from "preact";
import { applyTheme, follow, studio } from "./state/studio.ts";
import { App } from "./views/app.tsx";

const root = document.getElementById("app")!;
root.replaceChildren();
applyTheme(studio.get().theme);
document.documentElement.classList.toggle("embed", studio.get().embed);
render(<App />, root);
void follow(true);
addEventListener("hashchange", () => void follow(false));
if ("serviceWorker" in navigator && location.protocol !== "file:") {
  // Without one the page works too, only not offline.
  addEventListener("load", () => void navigator.serviceWorker.register("./service-worker.js").catch(() => undefined));
}
