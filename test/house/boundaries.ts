import { posix } from 'node:path';
import type { Law } from './laws.ts';
import { importsOf, runtimeImportsOf, type Source } from './sources.ts';

// Import rules within a layer. Exceptions may only be removed: an unnecessary one is a violation as well.

const target = (path: string, imported: string): string => posix.join(posix.dirname(path), imported);

/** Modules that read items of the table or create writes. Committing them (`transact`) is permitted everywhere. */
const readsAndWrites =
  /\b(get|getItems|getMany|mustGet|queryItems|eachItem|pageOfList|pagesOfList|countOf|countsAt|countOfPart|countOfSearch|searchedKeys|rowKeysOfList|parseRow|put|remove|putOnce|conditionCheck|change|tallyWrite|nextNumber|tableName|client)\b/;

const touchesTable = ({ text }: Source): boolean =>
  [...text.matchAll(/^import (?!type )\{([^}]*)\} from '[^']*\/table\/[\w-]+\.ts'/gm)].some(
    ([, names = '']) => readsAndWrites.test(names.replaceAll(/\btype \w+/g, '')),
  );

const isStore = (path: string) => /^functions\/(table|platform)\//.test(path) || path.endsWith('store.ts');

const unstored = (files: readonly Source[]): string[] =>
  files.filter((file) => !isStore(file.path) && touchesTable(file)).map(({ path }) => path);

/** Modules of web areas that other areas may use. */
const offered: readonly string[] = [
  'web/bank-accounts/BankAccountCard.tsx',
  'web/bank-files/BankFilePanel.tsx',
  'web/bank-files/calls.ts',
  'web/enrollment/AccountFields.tsx',
  'web/enrollment/MembershipPicker.tsx',
  'web/enrollment/SignAgain.tsx',
  'web/facilities/ClubLocator.tsx',
  'web/facilities/FacilityContact.tsx',
  'web/facilities/LocateMe.tsx',
  'web/facilities/use-locator.ts',
  'web/jobs/ImportPage.tsx',
  'web/jobs/JobProgress.tsx',
  'web/managers/pages.ts',
  'web/members/MemberName.tsx',
  'web/members/admin/MemberStatusBadge.tsx',
  'web/members/member-ids.ts',
  'web/members/members.css',
  'web/partners/PartnerFrame.tsx',
  'web/partners/activity-columns.tsx',
  'web/payments/PaymentStatusBadge.tsx',
  'web/periods/periods.ts',
  'web/shell/LoadingPage.tsx',
  'web/site/ClubFinder.tsx',
  'web/site/tel-address.ts',
  'web/site/pictures.css',
  'web/site/pictures/audiences.tsx',
  'web/site/use-captcha.tsx',
  'web/users/ChoosePassword.tsx',
  'web/users/NewPasswordFields.tsx',
  'web/users/QrCode.tsx',
  'web/users/UserFields.tsx',
  'web/users/UserTable.tsx',
  'web/users/security.css',
  'web/visits/ImportVisitsPage.tsx',
  'web/visits/MissingVisitsPage.tsx',
  'web/visits/ScanPassPage.tsx',
  'web/vouchers/ClubVouchersPage.tsx',
];

/** Web folders that form the frame around the areas. */
const frame = /^web\/(app|ui|theme|platform|prerender|routes|shell)\//;

const areaOf = (path: string): string => path.split('/')[1] ?? '';

/** Returns imports between web areas, except permitted ones. */
function acrossAreas(files: readonly Source[]): { path: string; of: string }[] {
  return files
    .filter(({ path }) => path.split('/').length > 2 && !frame.test(path))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter((one) => one.startsWith('.'))
        .map((one) => ({ path, of: target(path, one) })),
    )
    .filter(({ path, of }) => of.startsWith('web/') && areaOf(of) !== areaOf(path))
    .filter(({ of }) => !/^web\/(app|platform|ui)\//.test(of));
}

/** Returns runtime import cycles by their files. */
function cyclesOf(files: readonly Source[]): string[] {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      runtimeImportsOf(text)
        .filter((one) => one.startsWith('.'))
        .map((one) => target(path, one)),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) circles.push([...trail.slice(at), path].join(' → '));
    if (at >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return circles;
}

export const boundaries: Law[] = [
  {
    sentence: 'only stores read the table or write its items',
    layers: ['functions'],
    breaches: unstored,
    broken: [
      {
        path: 'functions/site/save.ts',
        text: "import { keys } from '../table/keys.ts';\nimport { getMany } from '../table/table.ts';\n",
      },
    ],
  },
  {
    sentence: 'areas of the web import of one another only what is offered',
    layers: ['web'],
    breaches: (files) =>
      acrossAreas(files)
        .filter(({ of }) => !offered.includes(of))
        .map(({ path, of }) => `${path} imports ${of}`),
    broken: [
      { path: 'web/partners/PartnersPage.tsx', text: "import { SeatMap } from '../clubs/SeatMap.tsx';\n" },
    ],
  },
  {
    sentence: 'no import goes in a circle when it runs',
    layers: ['shared', 'functions', 'infra', 'web'],
    breaches: cyclesOf,
    broken: [{ path: 'shared/money.ts', text: "import { showMoney } from './money.ts';\n" }],
  },
];

/** Returns unnecessary exceptions. */
export const needless = (web: readonly Source[]): string[] =>
  offered.filter((path) => !acrossAreas(web).some(({ of }) => of === path));
