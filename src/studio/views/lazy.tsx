/** A view whose code is loaded when it is first looked at. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { notify } from "../state/studio.ts";

export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [View, setView] = useState<ComponentType<Props> | undefined>(() => known);
    useEffect(() => {
      if (View) return;
      load().then(
        (found) => {
          known = found;
          setView(() => found);
        },
        () => notify("This part of the studio cannot be loaded. Is there a network?", true),
      );
    }, []);
    return View ? <View {...props} /> : <p class="nothing">Loading…</p>;
  };
}
