/** `signals:` to sampled functions of time. */
import { type Samples, sampledSignal } from "../../model/control/signal.ts";
import { LARGEST } from "../../model/load.ts";
import { type Path, printValue } from "../faults.ts";
import { sampleHash } from "../read/sample-hash.ts";
import type { Quantity } from "../schema/schema.ts";
import type { SignalData } from "../schema/signal.ts";
import { nameFault } from "./names.ts";
import type { Scope } from "./scope.ts";

export function compileSignals(scope: Scope, signals: Readonly<Record<string, SignalData | undefined>> = {}): void {
  for (const [name, data] of Object.entries(signals)) {
    const path = ["signals", name];
    const misnamed = scope.constants.has(name)
      ? `invalid signal name; a parameter has it: ${printValue(name)}. Take another one`
      : nameFault("signal", name);
    if (misnamed) scope.faults.add(path, misnamed);
    const samples = misnamed || !data ? undefined : compileSamples(scope, path, data);
    if (!samples) {
      scope.damaged.add(name);
      continue;
    }
    scope.samples.set(`${name}(t)`, samples);
    scope.signals.set(`${name}(t)`, sampledSignal(samples));
  }
}

function compileSamples(scope: Scope, path: Path, data: SignalData): Samples | undefined {
  const scale = scope.number([...path, "scale"], data.scale);
  const keep = data.outside === "hold";
  const outside = keep ? 0 : scope.number([...path, "outside"], data.outside);
  const raw = samplesOf(scope, path, data);
  if (!raw || scale === undefined || outside === undefined) return undefined;
  const { times } = raw;
  const values = raw.values.map((value) => value * scale);
  if (!isTame(times, values)) {
    const fault = `invalid signal; its times, values or slopes are not below ${LARGEST} in size. Check units and scale`;
    scope.faults.add(path, fault);
    return undefined;
  }
  return {
    times,
    values,
    interpolation: data.interpolation,
    before: keep ? values[0]! : outside,
    after: keep ? values.at(-1)! : outside,
  };
}

interface RawSamples {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

function samplesOf(scope: Scope, path: Path, data: SignalData): RawSamples | undefined {
  const fault = placeFault(data);
  if (fault) {
    scope.faults.add(data.file === undefined ? path : [...path, "file"], fault);
    return undefined;
  }
  const times = numbers(scope, [...path, "times"], data.times!);
  const values = numbers(scope, [...path, "values"], data.values!);
  if (!times || !values) return undefined;
  if (times.length !== values.length || times.length < 2) {
    const wanted = times.length < 2 ? "not two samples at least" : `not ${times.length} values, one for each time`;
    scope.faults.add([...path, "values"], `invalid values; ${wanted}: ${values.length} given`);
    return undefined;
  }
  const late = times.findIndex((time, i) => i > 0 && !(time > times[i - 1]!));
  if (late > 0) {
    scope.faults.add(
      [...path, "times", late],
      `invalid times[${late}]; not after the one before, ${times[late - 1]}: ${times[late]}. Times must increase`,
    );
    return undefined;
  }
  return isUnchanged(scope, path, data, times, values) ? { times, values } : undefined;
}

/** What is wrong with where the samples are said to be. */
function placeFault(data: SignalData): string | undefined {
  const { file, times, values, time, value } = data;
  const embedded = times !== undefined || values !== undefined;
  if (file !== undefined && embedded) return "invalid signal; both a file and samples are given. Leave one of them out";
  if (file !== undefined) {
    return `invalid file; not embedded: ${printValue(file)}. Put its samples in with embedSignals before compile`;
  }
  if (times === undefined || values === undefined) {
    return "invalid signal; no samples. Give a file, or times and values";
  }
  if (time === undefined && value === undefined) return undefined;
  return "invalid signal; time and value name columns of a file. Leave them out where times and values are given";
}

/** A source that says that other samples were read would mislead. */
function isUnchanged(scope: Scope, path: Path, data: SignalData, times: Float64Array, values: Float64Array): boolean {
  if (!data.source) return true;
  const hash = sampleHash(times, values);
  if (hash === data.source.hash) return true;
  scope.faults.add(
    [...path, "source", "hash"],
    `invalid hash; the samples have ${hash}: they are not those of ${printValue(data.source.file)}. Leave source out if they were changed on purpose`,
  );
  return false;
}

/** The first entry with a fault is enough to tell. */
function numbers(scope: Scope, path: Path, list: readonly Quantity[]): Float64Array | undefined {
  const out = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const entry = list[i]!;
    const number = typeof entry === "number" ? entry : scope.number([...path, i], entry);
    if (number === undefined) return undefined;
    out[i] = number;
  }
  return out;
}

function isTame(times: Float64Array, values: Float64Array): boolean {
  return values.every((value, i) => {
    const slope = i === 0 ? 0 : (value - values[i - 1]!) / (times[i]! - times[i - 1]!);
    return Math.max(Math.abs(times[i]!), Math.abs(value), Math.abs(slope)) < LARGEST;
  });
}
