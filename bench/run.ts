import { simulate } from "../src/simulate/simulate.ts";
import { galleryProblem, prepare } from "./problems.ts";
import { leastTime, runSilently } from "./timing.ts";
for (const name of ["gk95-tp1","gskn06-tp3","gskn06-tp5","chain-20","coulomb-oscillator"]) {
  const raw = galleryProblem(name);
  const ed = prepare(raw, 100, {type:"event-driven"});
  const r = simulate(ed);
  const t0 = leastTime(() => runSilently(ed));
  console.log(name, "event-driven", t0, JSON.stringify(r.outcome.stats), r.trajectory.events.length);
  for (const type of ["balanced","alpha","splitting","strang"])
  for (let k = 0; k < 10; k+=1) {
    const N = Math.round((name==="chain-20"? 357:57)*2**k);
    const s = prepare(raw, N, {type});
    const ref = simulate(prepare(raw, N, {type:"event-driven"})).trajectory;
    const res = simulate(s);
    let ex=0, ev=0;
    res.trajectory.position.forEach((c,i)=>c.forEach((x,j)=>{ex=Math.max(ex,Math.abs(x-ref.position[i]![j]!)); ev=Math.max(ev,Math.abs(res.trajectory.velocity[i]![j]!-ref.velocity[i]![j]!));}));
    const t = leastTime(() => runSilently(s), 5e7);
    console.log(name, type, N, ex.toExponential(2), ev.toExponential(2), res.outcome.stats.solves, res.outcome.stats.iterations, (t/t0).toFixed(2), (t/N).toFixed(0)+"ns/step", res.audit.stickDrift.toExponential(1));
    if (t > 3e8) break;
  }
}
