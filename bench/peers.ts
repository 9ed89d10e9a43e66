/** Runs of gk95-tp1 by other programs, where they are installed, beside ours in batches: in one minute, on one thread. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { finalWork } from "../src/batch/final-task.ts";
import { symmetricEigen } from "../src/numeric/symmetric-eigen.ts";
import { compileOrThrow } from "../src/problem/compile/compile.ts";
import { endRuns } from "../src/simulate/run/ends.ts";
import { runToEnd } from "../src/simulate/run/final.ts";
import { paste, ratio, small, table } from "./markdown.ts";
import { galleryProblem, PACKAGE, prepare, uniform } from "./problems.ts";

interface PeerRun {
  readonly program: string;
  /** us */
  readonly time: number;
  /** Largest error of the end position, m. */
  readonly error: number;
}

/** Or how to install it. */
type Peer = PeerRun | { readonly program: string; readonly missing: string };

const STEPS = 400;
const ROUNDS = 24;
const RUNS = 256; // as many as a thread takes at once
const PUSH = 20;
const LEVEL = 1e-4;
const FINEST = 64; // times as many steps

export async function measurePeers(): Promise<void> {
  const exact = compileOrThrow(galleryProblem("gk95-tp1")).simulation;
  const end = runToEnd(exact).state.position;
  const off = (x: ArrayLike<number>) => Math.max(...Array.from(end, (value, i) => Math.abs(value - x[i]!)));
  const batch = newBatch(0);
  const pushed = newBatch(PUSH);
  const once = endRuns(exact)!;
  const [control, out] = [new Float64Array(3), new Float64Array(6)];
  const siconos = openSiconos();
  const mujoco = await openMujoco();
  let [ours, others, events] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const peers = new Map<string, PeerRun>();
  const keep = (run: PeerRun | undefined) => {
    if (run && !(run.time >= (peers.get(run.program)?.time ?? Number.POSITIVE_INFINITY))) peers.set(run.program, run);
  };
  for (let round = 0; round < ROUNDS; round++) {
    ours = Math.min(ours, batch.time());
    others = Math.min(others, pushed.time());
    events = Math.min(
      events,
      timeOf(() => once(control, out)),
    );
    for (const { program, run } of [siconos, mujoco]) {
      for (const steps of round === 0 ? [STEPS, FINEST * STEPS] : [STEPS]) {
        const found = run?.(steps, steps === STEPS ? 10 : 1);
        if (found) keep({ program: named(program, steps), time: found.time, error: off(found.end) });
      }
    }
  }
  siconos.close();
  const all: Peer[] = [
    { program: `stickslip, alpha in ${STEPS} steps, in batches`, time: ours, error: off(batch.end) },
    {
      program: `stickslip, the same under ${RUNS} controls, of which most keep it moving`,
      time: others,
      error: off(pushed.end),
    },
    { program: "stickslip, event-driven, one of many", time: events, error: off(out) },
    ...peers.values(),
    ...[siconos, mujoco].flatMap(({ program, run, missing }) => (run ? [] : [{ program, missing: missing! }])),
  ];
  const rows = all.map((peer) =>
    "missing" in peer
      ? [peer.program, "not installed", "", peer.missing]
      : [peer.program, ratio(peer.time), ratio(peer.time / ours), small(peer.error)],
  );
  const text = table(["program", "time of a run, us", "ours in batches = 1", "error at the end, m"], rows);
  console.log(`\npeers\n\n${text}`);
  paste("docs/performance.md", "peers", text);
  const stepped = all.filter((peer): peer is PeerRun => "time" in peer && !peer.program.includes("event-driven"));
  const precise = stepped.filter(({ error }) => error <= LEVEL);
  console.log(
    `Within ${LEVEL} m by steps: ${precise.map(({ program, time }) => `${program} ${ratio(time)} us`).join("; ") || "none"}.`,
  );
}

const named = (program: string, steps: number) => `${program}, ${steps} steps`;

function timeOf(call: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 200; k++) {
    const start = process.hrtime.bigint();
    call();
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1000);
  }
  return least;
}

/** Our own runs, under controls up to a size, N; the first has none. */
function newBatch(push: number) {
  const simulation = prepare(galleryProblem("gk95-tp1"), STEPS, { type: "alpha" });
  const next = uniform(5);
  const rows = Float64Array.from({ length: 3 * RUNS }, (_, k) => (k < 3 ? 0 : push * (2 * next() - 1)));
  const ends = new Float64Array(6 * RUNS);
  const work = finalWork(simulation);
  return { end: ends, time: () => timeOf(() => work.computeMany!(rows, ends)) / RUNS };
}

interface Opened {
  readonly program: string;
  /** Time in us and end of a run in so many steps, the least of some; absent: not installed. */
  readonly run?: (steps: number, repeats: number) => { readonly time: number; readonly end: readonly number[] };
  readonly missing?: string;
  close(): void;
}

/** SICONOS_ROOT: a folder in which packages were unpacked; default the system's. */
function openSiconos(): Opened {
  const { SICONOS_ROOT: root = "" } = process.env;
  const headers = `${root}/usr/include/siconos`;
  const program = "Siconos, C++";
  const missing = "apt-get install g++ libsiconos-kernel-dev libsiconos-numerics-dev";
  if (!existsSync(headers)) return { program, missing, close() {} };
  const folder = mkdtempSync(join(tmpdir(), "stickslip-peers-"));
  const close = () => rmSync(folder, { recursive: true });
  const libraries = [`${root}/usr/lib/x86_64-linux-gnu`, `${root}/usr/lib/aarch64-linux-gnu`, `${root}/usr/lib`];
  const places = [
    ...libraries,
    ...libraries.flatMap((place) => ["openblas-pthread", "blas", "lapack"].map((name) => `${place}/${name}`)),
  ];
  const include = [headers, ...readdirSync(headers).map((each) => join(headers, each)), `${root}/usr/include`];
  const source = fileURLToPath(new URL("bench/siconos.cpp", PACKAGE));
  const output = join(folder, "siconos");
  const args = ["-O2", "-w", ...include.map((each) => `-I${each}`), source, ...libraries.map((each) => `-L${each}`)];
  const link = ["kernel", "numerics", "externals"].map((name) => `-lsiconos_${name}`);
  const search = root === "" ? [] : ["-Wl,--unresolved-symbols=ignore-in-shared-libs"];
  const built = spawnSync("g++", [...args, ...link, ...search, "-o", output], { encoding: "utf8" });
  if (built.status !== 0) {
    close();
    return {
      program,
      missing: `bench/siconos.cpp does not compile: ${built.stderr?.split("\n")[0] ?? "no g++"}`,
      close() {},
    };
  }
  const env = {
    ...process.env,
    OPENBLAS_NUM_THREADS: "1",
    ...(root === "" ? {} : { LD_LIBRARY_PATH: places.join(":") }),
  };
  return {
    program,
    close,
    run(steps, repeats) {
      const text = execFileSync(output, [String(repeats), String(steps)], { encoding: "utf8", env });
      const [time, ...end] = text.trim().split("\n").at(-1)!.split(" ").map(Number);
      return { time: time!, end };
    },
  };
}

interface Mujoco {
  readonly MjModel: { from_xml_string?(xml: string): object; loadFromXML(xml: string): object };
  readonly MjData: new (model: object) => Record<"qpos" | "qvel" | "qfrc_applied", Float64Array>;
  mj_resetData(model: object, data: object): void;
  mj_step(model: object, data: object): void;
}

/** MUJOCO_ROOT: a folder whose node_modules have it; default this package. */
async function openMujoco(): Promise<Opened> {
  const program = "MuJoCo, WebAssembly";
  const { MUJOCO_ROOT: root = fileURLToPath(PACKAGE) } = process.env;
  let place: string;
  try {
    place = createRequire(join(root, "package.json")).resolve("@mujoco/mujoco");
  } catch {
    return { program, missing: "npm install --no-save @mujoco/mujoco", close() {} };
  }
  const { default: start } = (await import(pathToFileURL(place).href)) as { default: () => Promise<Mujoco> };
  const mujoco = await start();
  return {
    program,
    close() {},
    run(steps, repeats) {
      const step = 5 / steps;
      const xml = machine(step);
      const model = mujoco.MjModel.from_xml_string?.(xml) ?? mujoco.MjModel.loadFromXML(xml);
      const data = new mujoco.MjData(model);
      const force = Float64Array.from({ length: steps }, (_, n) => -100 * Math.exp(-10 * n * step));
      let time = Number.POSITIVE_INFINITY;
      for (let k = 0; k < repeats; k++) {
        const begun = process.hrtime.bigint();
        mujoco.mj_resetData(model, data);
        const { qpos, qvel, qfrc_applied: applied } = data;
        for (let i = 0; i < 3; i++) [qpos[i], qvel[i]] = [i + 1, 1];
        for (let n = 0; n < steps; n++) {
          applied.fill(force[n]!);
          mujoco.mj_step(model, data);
        }
        time = Math.min(time, Number(process.hrtime.bigint() - begun) / 1000);
      }
      return { time, end: Array.from(data.qpos) };
    },
  };
}

/** Sliding joints with dry friction; the full stiffness as tendons along its eigenvectors (of the 3 x 3 Hilbert matrix). */
function machine(step: number): string {
  const masses = [4, 5, 6];
  const bodies = masses.map(
    (mass, i) =>
      `<body pos="0 ${i} 0"><joint name="j${i}" type="slide" axis="1 0 0" frictionloss="10" solreffriction="${2 * step} 1" solimpfriction="0.9999999 0.9999999 0.001"/><geom type="sphere" size="0.1" mass="${mass}" contype="0" conaffinity="0"/></body>`,
  );
  const tendons = TENDONS.map(
    ({ value, vector }, k) =>
      `<fixed name="t${k}" stiffness="${value}" springlength="0">${vector.map((coef, i) => `<joint joint="j${i}" coef="${coef}"/>`).join("")}</fixed>`,
  );
  const options = `timestep="${step}" integrator="implicitfast" solver="Newton" tolerance="1e-12" ls_tolerance="1e-6" iterations="50" gravity="0 0 0"`;
  return `<mujoco><option ${options}><flag contact="disable"/></option><worldbody>${bodies.join("")}</worldbody><tendon>${tendons.join("")}</tendon></mujoco>`;
}

/** Stiffness and direction of each. */
const TENDONS = symmetricEigen([
  [1, 1 / 2, 1 / 3],
  [1 / 2, 1 / 3, 1 / 4],
  [1 / 3, 1 / 4, 1 / 5],
]);
