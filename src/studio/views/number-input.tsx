/** A number to type: it counts when the field is left or Enter is pressed, and what is typed stays however often the page is drawn. */
import { useState } from "preact/hooks";

export function NumberInput(props: {
  readonly label?: string;
  readonly value: number | undefined;
  readonly disabled?: boolean;
  readonly set: (value: number) => void;
}) {
  const { label, value, disabled = false, set } = props;
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return (
    <input
      type="text"
      inputMode="decimal"
      class="number"
      aria-label={label}
      disabled={disabled}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const next = Number(text);
        setTyped(undefined);
        if (text.trim() !== "" && Number.isFinite(next)) set(next);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
