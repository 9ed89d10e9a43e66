/** Of this package: results of another one are not mixed with its own. A test holds it to package.json. */
export const VERSION = "0.1.0";
