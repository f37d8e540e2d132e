type Prompt = () => Promise<string | undefined>;

let current: string | undefined;
let prompt: Prompt | undefined;
let pending: Promise<string | undefined> | undefined;

/** Joins the API client with the dialog that confirms the password. The proof stays in this tab's memory only. */
export const proofMemory = {
  current: (): string | undefined => current,
  /** Opens the dialog, once for all calls that wait; undefined when it is closed. */
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
  forget: (): void => {
    current = undefined;
  },
};
