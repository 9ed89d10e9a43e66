/** Keys and indexes of a path such as system.friction[0].limit; undefined where it is none. */
export function splitPath(path: string): (string | number)[] | undefined {
  if (path.includes("__proto__")) return undefined;
  if (!/^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*|\[\d{1,6}\])*$/.test(path)) return undefined;
  return [...path.matchAll(/[\w-]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part));
}
