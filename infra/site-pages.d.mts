// What the stacks know of the site: addresses. Without this the compiler would read every page to know a stack.
export declare const publicPages: readonly {
  readonly path: string;
  readonly label?: string;
  readonly description?: string;
}[];
