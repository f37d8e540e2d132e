type Prompt = (action: string) => Promise<string | undefined>;

const current = new Map<string, string>();
const pending = new Map<string, Promise<string | undefined>>();
let prompt: Prompt | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Proofs of identity by action, in memory only. */
export const proofMemory = {
  current: (action: string): string | undefined => current.get(action),
  /** Opens the dialog once for all requests of an action, after that of another one; undefined if the user closes it. */
  request: (action: string): Promise<string | undefined> => {
    const waiting = pending.get(action);
    if (waiting) return waiting;
    const request = last
      .then(() => prompt?.(action))
      .then((proof) => {
        current.delete(action);
        if (proof !== undefined) current.set(action, proof);
        return proof;
      })
      .finally(() => void pending.delete(action));
    pending.set(action, request);
    last = request.catch(() => undefined);
    return request;
  },
  onRequest: (show: Prompt): (() => void) => {
    prompt = show;
    return () => {
      if (prompt === show) prompt = undefined;
    };
  },
  set: (action: string, proof: string): void => void current.set(action, proof),
  clear: (): void => current.clear(),
};
