/** What is known of the run: the audit in plain words, where it ended, measures, warnings and events. */
import type { RunView } from "../engine/messages.ts";
import { setTime } from "../state/clock.ts";
import { Icon } from "./icons.tsx";

const EVENTS = 200;

export function Summary({ run }: { run: RunView }) {
  const { data } = run;
  return (
    <aside class="summary" aria-label="Audit and end state">
      {data.status !== "done" && (
        <section class="status bad">
          <h2>The run ended early</h2>
          <p>{data.message}</p>
        </section>
      )}
      <AuditPanel run={run} />
      <EndState run={run} />
      <Values title="Measures" values={data.measures} />
      <Values title="Outputs at the end" values={data.outputs} />
      {data.warnings.length > 0 && (
        <section>
          <h2>Good to know</h2>
          <ul class="warnings">
            {data.warnings.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <EventList run={run} />
    </aside>
  );
}

/** Less than any step of any scheme, more than sums of numbers of size one lose. */
const ROUND_OFF = 1e-12;
const VERDICTS = { ok: "All checks hold", warning: "Holds, with a remark", failed: "A check failed" } as const;

function AuditPanel({ run: { data, trajectory } }: { run: RunView }) {
  const { verdict, checks } = data.audit;
  return (
    <section class="audit" data-verdict={verdict}>
      <h2>
        Audit <span class={`verdict ${verdict}`}>{VERDICTS[verdict]}</span>
      </h2>
      <p class="plain">{plainWords(data.audit, trajectory.kinds.includes("friction"))}</p>
      <details open={verdict !== "ok"}>
        <summary>{checks.length} checks by separate code</summary>
        <ul class="checks">
          {checks.map(({ name, verdict: own, sentence }) => (
            <li key={name} class={own}>
              <Icon name={own === "ok" ? "check" : "warning"} />
              <span>{sentence}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function plainWords(
  { stickDrift, stickSpeed, energyError, energyScale }: RunView["data"]["audit"],
  friction: boolean,
): string {
  const books =
    energyScale > 0 && energyError === 0
      ? "Energy is accounted for to the last bit."
      : energyScale > 0
        ? `Energy is accounted for to ${digits(energyError / energyScale)} of its size.`
        : "There is no energy to account for.";
  if (!friction) return books;
  const moved =
    stickDrift === 0 && stickSpeed === 0
      ? "Stuck rows moved by 0."
      : stickDrift < ROUND_OFF && stickSpeed < ROUND_OFF
        ? `Stuck rows moved by 0, to round-off (${digits(stickDrift)}).`
        : `Stuck rows moved by up to ${digits(stickDrift)} while they were held.`;
  return `${moved} ${books}`;
}

function digits(value: number | null): string {
  if (value === null) return "an unknown part";
  const text = value === 0 ? "0" : Math.abs(value) < 1e-3 ? value.toExponential(1) : value.toPrecision(2);
  return text.replace("-", "−");
}

const MODES = { "0": "sticks", "1": "slips +", "-1": "slips −" } as const;

function EndState({ run: { data, trajectory, stuckTime } }: { run: RunView }) {
  const { names, units, kinds, mode } = trajectory;
  return (
    <section>
      <h2>At {Number(data.time.toPrecision(9))} s</h2>
      <div class="scroll" role="region" aria-label="Coordinates at the end" tabIndex={0}>
        <table class="end-state" data-testid="end-state">
          <thead>
            <tr>
              <th scope="col">coordinate</th>
              <th scope="col">position</th>
              <th scope="col">velocity</th>
            </tr>
          </thead>
          <tbody>
            {data.position.slice(0, 60).map((value, i) => (
              <tr key={i}>
                <th scope="row">
                  <Name name={names.position[i]!} /> <span class="unit">{units.position[i]}</span>
                </th>
                <td title={String(value)} data-value={value}>
                  {short(value)}
                </td>
                <td title={String(data.velocity[i])} data-value={data.velocity[i]}>
                  {short(data.velocity[i]!)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {kinds.length > 0 && (
        <div class="scroll" role="region" aria-label="Rows at the end" tabIndex={0}>
          <table class="end-state">
            <thead>
              <tr>
                <th scope="col">row</th>
                <th scope="col">state</th>
                <th scope="col">held for</th>
                <th scope="col">λ or force</th>
              </tr>
            </thead>
            <tbody>
              {data.multiplier.slice(0, 60).map((value, row) => (
                <tr key={row}>
                  <th scope="row">
                    <Name name={names.multiplier[row]!} />
                  </th>
                  <td>{stateWord(kinds[row]!, mode[row]!.at(-1) ?? 0)}</td>
                  <td>{kinds[row] === "joint" ? "always" : `${short(stuckTime[row]!)} s`}</td>
                  <td title={String(value)} data-value={value}>
                    {short(value)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Name({ name }: { name: string }) {
  return (
    <span class="name" title={name}>
      {name}
    </span>
  );
}

function stateWord(kind: string, mode: number): string {
  if (kind === "joint") return "holds";
  if (kind === "stop") return mode === 0 ? "closed" : "open";
  return MODES[String(mode) as keyof typeof MODES];
}

function Values({ title, values }: { title: string; values: Readonly<Record<string, number | null>> }) {
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <dl class="values">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt title={name}>{name}</dt>
            <dd title={String(value)}>{value === null ? "–" : short(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function EventList({ run: { trajectory } }: { run: RunView }) {
  const { events } = trajectory;
  if (events.length === 0) return null;
  return (
    <section>
      <h2>
        Events <span class="unit">{events.length}</span>
      </h2>
      <ol class="events" aria-label="Events">
        {events.slice(0, EVENTS).map(({ time, kind, row }, k) => (
          <li key={k}>
            <button type="button" onClick={() => setTime(time)} title={`${time} s`}>
              <span class="number">{shortTime(time)} s</span> <span>{kind}</span> <span class="row-name">{row}</span>
            </button>
          </li>
        ))}
        {events.length > EVENTS && <li class="more">and {events.length - EVENTS} more</li>}
      </ol>
    </section>
  );
}

/** Six digits: the button's title has all. */
function shortTime(value: number): string {
  return short(Number(value.toPrecision(6)));
}

export function short(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size < 1e-4 || size >= 1e7 ? value.toExponential(4) : String(Number(value.toPrecision(7)));
  return text.replace("-", "−");
}
