import { posix } from 'node:path';
import type { Rule } from './rules.ts';
import { importsOf, runtimeImportsOf, type Source } from './sources.ts';

// Import rules within a layer. Exceptions may only be removed: an unnecessary one is a violation as well.

const target = (path: string, imported: string): string => posix.join(posix.dirname(path), imported);

const readsAndWrites =
  /\b(get|getItem|getItems|getMany|mustGet|queryItems|queryTable|queryIndex|querySearch|eachItem|pageOfList|pagesOfList|countOf|countsAt|countOfPart|countOfSearch|searchedKeys|rowKeysOfList|parseRow|put|remove|update|updateNow|putOnce|conditionCheck|change|tallyWrite|nextNumber|tableName|client)\b/;

const touchesTable = ({ text }: Source): boolean =>
  [...text.matchAll(/^import (?!type )\{([^}]*)\} from '[^']*\/table\/[\w-]+\.ts'/gm)].some(
    ([, names = '']) => readsAndWrites.test(names.replaceAll(/\btype \w+/g, '')),
  );

const isStore = (path: string) => /^functions\/(table|platform)\//.test(path) || path.endsWith('store.ts');

const unstored = (files: readonly Source[]): string[] =>
  files.filter((file) => !isStore(file.path) && touchesTable(file)).map(({ path }) => path);

const offered: readonly string[] = [
  'web/accounts/MembershipMoney.tsx',
  'web/approvals/ApprovalsPage.tsx',
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
  'web/managers/AccessReviewPage.tsx',
  'web/managers/AddManagerPage.tsx',
  'web/managers/EditManagerPage.tsx',
  'web/managers/ManagersPage.tsx',
  'web/members/admin/MemberStatusBadge.tsx',
  'web/members/members.css',
  'web/partners/activity-columns.tsx',
  'web/payments/PaymentStatusBadge.tsx',
  'web/payments/WhyButton.tsx',
  'web/periods/periods.ts',
  'web/shell/LoadingPage.tsx',
  'web/site/ClubFinder.tsx',
  'web/site/EmailedButtonPages.tsx',
  'web/site/Sent.tsx',
  'web/site/visitor-forms.css',
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
  'web/vouchers/FacilityVouchersPage.tsx',
];

const frame = /^web\/(app|ui|theme|platform|prerender|routes|shell)\//;

const areaOf = (path: string): string => path.split('/')[1] ?? '';

function acrossAreas(files: readonly Source[]): { path: string; of: string }[] {
  return files
    .filter(({ path }) => path.split('/').length > 2 && !frame.test(path))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter((imported) => imported.startsWith('.'))
        .map((imported) => ({ path, of: target(path, imported) })),
    )
    .filter(({ path, of }) => of.startsWith('web/') && areaOf(of) !== areaOf(path))
    .filter(({ of }) => !/^web\/(app|platform|ui)\//.test(of));
}

function cyclesOf(files: readonly Source[]): string[] {
  const imports = new Map(
    files.map(({ path, text }) => [
      path,
      runtimeImportsOf(text)
        .filter((imported) => imported.startsWith('.'))
        .map((imported) => target(path, imported)),
    ]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.push([...trail.slice(at), path].join(' → '));
    if (at >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return cycles;
}

export const boundaries: Rule[] = [
  {
    message: 'only stores read the table or create its writes',
    remedy: 'Move the access to a `…store.ts` of the area.',
    layers: ['functions'],
    violations: unstored,
    counterexamples: [
      {
        path: 'functions/site/save.ts',
        text: "import { keys } from '../table/keys.ts';\nimport { getMany } from '../table/table.ts';\n",
      },
    ],
  },
  {
    message: 'web areas import only offered modules of other areas',
    remedy:
      'Move the module to web/ui or web/platform, or add it to `offered` in test/architecture/boundaries.ts.',
    layers: ['web'],
    violations: (files) =>
      acrossAreas(files)
        .filter(({ of }) => !offered.includes(of))
        .map(({ path, of }) => `${path} imports ${of}`),
    counterexamples: [
      { path: 'web/partners/PartnersPage.tsx', text: "import { SeatMap } from '../clubs/SeatMap.tsx';\n" },
    ],
  },
  {
    message: 'no runtime imports form a cycle',
    remedy: 'Move the code that both files need into a third file, or import only types.',
    layers: ['shared', 'functions', 'infra', 'web'],
    violations: cyclesOf,
    counterexamples: [{ path: 'shared/money.ts', text: "import { showMoney } from './money.ts';\n" }],
  },
];

export const unnecessary = (web: readonly Source[]): string[] =>
  offered.filter((path) => !acrossAreas(web).some(({ of }) => of === path));
