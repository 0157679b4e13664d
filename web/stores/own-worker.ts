// The address of the app's own worker, as a browser with trusted types takes it: from a policy that knows no other address. Nothing else in the app
// ever becomes script.

interface Rules {
  readonly createScriptURL: (address: string) => string;
}
declare global {
  interface Window {
    /** Absent in browsers that have none. What a policy makes is opaque, and passes where a string would. */
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  }
}

const WORKER = './service-worker.js';

let own: string | undefined;
/** Made once: a second policy of the name is refused. */
export function ownWorker(): string {
  own ??=
    window.trustedTypes?.createPolicy('fairtick', { createScriptURL: () => WORKER }).createScriptURL(WORKER) ?? WORKER;
  return own;
}
