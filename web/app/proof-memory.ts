type Prompt = () => Promise<string | undefined>;

let current: string | undefined;
let prompt: Prompt | undefined;
let pending: Promise<string | undefined> | undefined;

export const proofMemory = {
  current: (): string | undefined => current,
  /** Opens the dialog once for all waiting requests; undefined if the user closes it. */
  request: (): Promise<string | undefined> => {
    pending ??= (prompt?.() ?? Promise.resolve(undefined))
      .then((proof) => (current = proof))
      .finally(() => (pending = undefined));
    return pending;
  },
  onRequest: (show: Prompt): (() => void) => {
    prompt = show;
    return () => {
      if (prompt === show) prompt = undefined;
    };
  },
  clear: (): void => {
    current = undefined;
  },
};
