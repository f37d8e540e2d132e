// Addresses of the site, declared here so that type-checking the stacks does not read every page.
export declare const publicPages: readonly {
  readonly path: string;
  readonly label?: string;
  readonly description?: string;
}[];
