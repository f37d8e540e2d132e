import type { Rolldown } from 'vite';

/**
 * How the site's code comes: what every page starts with, what calls, forms and screens need, and the contracts of the
 * areas, in one file each. By itself each set of pages that shares a module makes a file: ninety for a signed-in page.
 */
export const codeSplitting: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [
    { name: 'start', tags: ['$initial'], priority: 5 },
    {
      // with the two parts that tables and forms have in common: else a page with a table would bring the forms
      name: 'calls',
      test: /node_modules\/zod\/|web\/app\/(api|data|use-action)|shared\/[\w-]+\.ts$|shared\/(site|jobs)\/|web\/ui\/(PlainSelect|DateText)/,
      minShareCount: 2,
      priority: 4,
    },
    {
      name: 'forms',
      test: /node_modules\/(react-hook-form|@hookform)\/|web\/app\/(form|leave-guard)|web\/ui\/(controls\/|Field|File|Form|SearchSelect|combobox)/,
      minShareCount: 2,
      priority: 3,
    },
    {
      name: 'screens',
      // tables apart: no home has one; and the whole table of pages
      test: /web\/(ui|app|shell)\/(?!routes|Table|table-|ListPage|paged-list|use-(slices|cell-keys|column-widths|stays))/,
      minShareCount: 2,
      priority: 2,
    },
    // of administrators and of partners
    { name: 'payments', test: /shared\/payments\//, minShareCount: 2, priority: 1.9 },
    {
      // what no other role loads: it comes with the whole table of pages
      name: 'administration',
      test: /(shared|web)\/(administrators|bank-files|ledger|periods|settings)\/([\w-]+\/)*[\w-]+\.ts$/,
      minShareCount: 2,
      priority: 1.8,
    },
    { name: 'tables', test: /web\/(ui|app)\/(?!routes)/, minShareCount: 2, priority: 1.5 },
    // guests' club finder and the members' one
    {
      name: 'locator',
      test: /shared\/facilities\/(locator-list|map-view|distance)/,
      minShareCount: 2,
      priority: 1.2,
    },
    {
      name: 'areas',
      test: /\/shared\/|web\/(facilities\/)?[\w-]+\/pages\.ts$/,
      minShareCount: 2,
      priority: 1,
    },
  ],
};
