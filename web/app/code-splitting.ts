import type { Rolldown } from 'vite';

/**
 * Groups of modules by page code, requests, forms, screens, and contracts. By default, each set of pages that shares a
 * module gets its own file: ninety for a signed-in page.
 */
export const codeSplitting: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [
    { name: 'start', tags: ['$initial'], priority: 5 },
    // without requests, so that a public page with cards does not load them
    {
      name: 'basics',
      test: /web\/(ui\/(Card|PageTitle|Icon|Button|Logo)|app\/refetch)\.|shared\/(phone-text|users\/link-texts)\./,
      minShareCount: 2,
      priority: 4.8,
    },
    {
      // with the two modules that tables and forms share, so that a page with a table does not load the forms, and the
      // requests of public pages, so that they do not load the screens of users
      name: 'calls',
      test: /node_modules\/zod\/|web\/app\/(api|data|use-action|use-feature-flags)|shared\/[\w-]+\.ts$|shared\/(site\/(?!legal-contact)|jobs\/)|shared\/contracts\/(privacy|settings|site|users)|shared\/privacy\/|shared\/members\/health-consent|shared\/settings\/(feature-flags|checklist)|shared\/users\/|web\/ui\/(PlainSelect|DateText)/,
      minShareCount: 2,
      priority: 4,
    },
    // on pages without forms as well
    { name: 'texts', test: /web\/ui\/formatted-text\./, minShareCount: 2, priority: 3.5 },
    {
      name: 'forms',
      test: /node_modules\/(react-hook-form|@hookform)\/|web\/app\/(form|leave-guard)|web\/ui\/(ChoiceControls|TextControl|control\.|Field|field-|File|Form|SearchSelect|StateField|combobox)/,
      minShareCount: 2,
      priority: 3,
    },
    {
      name: 'screens',
      // excludes tables, which no home page has, controls that a member's home does not have, and the route table
      test: /web\/(ui|app|platform|routes|shell)\/(?!routes\.|area-pages|user-areas|Table|table-|ListPage|paged-list|MemberName|Partner|partner-|use-(cell-keys|pinned-columns|selection|rested)|ScanCode|BarChart|SearchBox|ProgressBar|Filters|MoreActions|DownloadButton|files\.|address\.|provider-login|passkey-client)|shared\/enrollment\/invitation\./,
      minShareCount: 2,
      priority: 2,
    },
    // with the contracts of single sign-on
    {
      name: 'controls',
      test: /web\/(ui|app)\/(use-(selection|rested)|ScanCode|BarChart|SearchBox|ProgressBar|Filters|MoreActions|DownloadButton|files\.|address\.|provider-login|passkey-client)/,
      minShareCount: 2,
      priority: 1.94,
    },
    // with the contracts of members; those of other users remain in `areas`
    { name: 'membership', test: /web\/routes\/member-bar\./, priority: 1.95 },
    // administrators and partners only
    { name: 'payments', test: /shared\/payments\//, minShareCount: 2, priority: 1.9 },
    {
      // used by administrators only; loads with the route table
      name: 'administration',
      test: /(shared|web)\/(administrators|bank-files|ledger|periods|settings)\/([\w-]+\/)*[\w-]+\.ts$/,
      minShareCount: 2,
      priority: 1.8,
    },
    {
      name: 'tables',
      test: /web\/(ui|app|platform|routes)\/(?!routes\.|area-pages|user-areas)/,
      minShareCount: 2,
      priority: 1.5,
    },
    // shared by the club finders of guests and members
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
