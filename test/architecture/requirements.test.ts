import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { newCode, newToken } from '../../functions/platform/digest.ts';
import { log } from '../../functions/platform/log.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { sources } from './sources.ts';

// Requirements of ASVS 5.0 that the sources and documents meet (docs/asvs.tsv).

const code = sources('shared', 'functions', 'web');
const filesWith = (pattern: RegExp, files = code): string[] =>
  files
    .filter(({ text }) => pattern.test(text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')))
    .map(({ path }) => path);
const functions = code.filter(({ path }) => path.startsWith('functions/'));
const web = code.filter(({ path }) => path.startsWith('web/'));
const none = (pattern: RegExp, files = code) => expect(filesWith(pattern, files)).toEqual([]);
const only = (pattern: RegExp, files: readonly string[], of = code) =>
  expect(filesWith(pattern, of).toSorted()).toEqual(files.toSorted());
const documented = (file: string, ...texts: string[]) => {
  const document = readFileSync(file, 'utf8');
  for (const text of texts) expect(document, file).toContain(text);
};
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const lookups = ['functions/platform/breached-passwords.ts', 'functions/site/captcha.ts'];
const lookUpConstants = () => {
  // CloudFormation names the address of its response
  const answers = ['functions/settings/handlers.ts'];
  // managers enter the addresses of webhooks: https to public addresses, without redirects
  const webhooks = ['functions/integrations/webhooks/send.ts'];
  // so are those of identity providers
  const providers = ['functions/platform/guarded-fetch.ts'];
  only(
    /\bfetch\(|: typeof fetch = fetch|from '(node:)?https?'/,
    [...lookups, ...answers, ...webhooks, ...providers],
    functions,
  );
  for (const file of webhooks)
    documented(
      file,
      'requireAddress(url',
      'requirePublicHost(url',
      '= publicLookup()',
      'Redirects are not followed.',
    );
  for (const file of providers)
    documented(file, 'requireAddress(address', 'requirePublicHost(url', '= publicLookup()');
  for (const file of lookups) documented(file, 'https://', "redirect: 'error'");
};
const cryptoFiles = [
  'functions/bank-accounts/vault-key-store.ts',
  'functions/platform/account-seal.ts',
  'functions/platform/breached-passwords.ts',
  'functions/platform/digest.ts',
  'functions/platform/keyed-digest.ts',
  'functions/platform/sftp.ts',
  'functions/platform/signed-address.ts',
  'functions/platform/time-and-chance.ts',
  'functions/platform/token-seal.ts',
  'functions/platform/vault.ts',
  'functions/single-sign-on/oidc.ts',
  'functions/single-sign-on/saml.ts',
  'functions/visits/pass-key.ts',
  'functions/visits/google-pass.ts',
];

/** 256 bits for tokens and five per letter of a code, of which none repeats. */
function createsSecrets(): void {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(newCode(12)).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
}

function logsOneLine(): void {
  const lines: string[] = [];
  const output = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => Boolean(lines.push(String(text))));
  log('info', 'request', { text: 'a\n{"level":"error"}\r\nb' });
  output.mockRestore();
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toContain('\n');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text: 'a\n{"level":"error"}\r\nb' });
}

function pinsLibraries(): void {
  const packages = Object.entries<{ integrity?: string; inBundle?: boolean }>(
    json('package-lock.json').packages,
  );
  expect(packages.length).toBeGreaterThan(200);
  for (const [name, { integrity, inBundle }] of packages)
    if (name !== '' && !inBundle) expect(integrity, name).toMatch(/^sha512-/);
}

const storesInBrowser = () =>
  expect([
    'web/app/session-requests.ts',
    'web/app/token-storage.ts',
    'web/app/auth-client.ts',
    'web/app/consent.ts',
    'web/app/draft-storage.ts',
    'web/app/preferences.ts',
    // the secret that binds a log-in at a provider to this tab
    'web/app/provider-login.ts',
    'web/visits/ScanPassPage.tsx',
  ]).toEqual(expect.arrayContaining(filesWith(/\b(local|session)Storage\b/, web)));

const checks: Record<string, [meets: string, check: () => void]> = {
  '1.2.3': [
    'builds no scripts from data',
    () => none(/\beval\(|new Function\(|<script|document\.write/, web),
  ],
  '1.2.4': ['sends no query texts', () => none(/ExecuteStatement|PartiQL|\bSELECT .* FROM\b/)],
  '1.2.5': ['starts no process', () => none(/child_process|execFile|spawn\(/)],
  '1.2.9': [
    'builds regular expressions from constants and a hash only',
    () =>
      only(
        /new RegExp\(/,
        [
          'functions/platform/breached-passwords.ts',
          'shared/employees/employee-rows.ts',
          'shared/fields.ts',
          'shared/integrations/api-client.ts',
        ],
        [...functions, ...code.filter(({ path }) => path.startsWith('shared/'))],
      ),
  ],
  '1.3.6': ['requests constant addresses only', lookUpConstants],
  '3.5.5': [
    'receives messages of its own channel only',
    () =>
      only(
        /postMessage\(|addEventListener\('message'/,
        // a proof of a window that the page opened at the provider
        ['web/app/provider-login.ts', 'web/app/session-actions.ts'],
        web,
      ),
  ],
  '3.7.1': ['uses no plug-ins', () => none(/<(object|embed|applet)\b|ActiveX/, web)],
  '6.2.7': [
    'lets password managers fill and paste',
    () => {
      none(/onPaste|clipboardData/, web);
      expect(filesWith(/autoComplete="(new|current)-password"/, web).length).toBeGreaterThan(3);
    },
  ],
  '6.4.2': [
    'asks no secret questions',
    () => {
      for (const { path, summary } of endpoints)
        expect(`${path} ${summary}`).not.toMatch(/security ?question|password ?hint/i);
      none(/security question|password hint|mother.s maiden/i);
    },
  ],
  '6.5.3': ['generates codes by a CSPRNG', createsSecrets],
  '11.1.2': [
    'uses cryptography in listed files only',
    () => only(/from 'node:crypto'/, cryptoFiles, functions),
  ],
  '11.2.1': [
    'uses no other implementation than node:crypto and ssh2',
    () => {
      const { dependencies } = json('package.json') as { dependencies: object };
      expect(
        Object.keys(dependencies).filter((name) =>
          /crypt|cipher|sodium|forge|jose|jsonwebtoken|^md5|^sha/i.test(name),
        ),
      ).toEqual([]);
    },
  ],
  '11.2.3': [
    'encrypts with 256 bits',
    () => {
      none(/create(Cipher|Decipher)iv\('(?!aes-256-gcm')/, functions);
      only(
        /create(Cipher|Decipher)iv\(/,
        ['functions/platform/token-seal.ts', 'functions/platform/vault.ts'],
        functions,
      );
    },
  ],
  '11.4.1': [
    'hashes with SHA-256, and SHA-1 for the breach lookup only',
    () => only(/create(Hash|Hmac)\('(?!sha256')/, ['functions/platform/breached-passwords.ts'], functions),
  ],
  '11.5.1': ['uses tokens of 256 random bits', createsSecrets],
  '13.2.4': ['requests known systems only', lookUpConstants],
  '13.4.5': [
    'reveals nothing but OK about its parts',
    () => {
      const parts = endpoints.find(({ name }) => name === 'healthParts');
      expect(JSON.stringify(parts?.response)).not.toMatch(/version|address|arn/i);
    },
  ],
  '14.3.3': ['stores data in the browser in listed modules only', storesInBrowser],
  '15.1.2': ['pins every library by its hash', pinsLibraries],
  '15.3.2': ['follows no redirects of other systems', lookUpConstants],
  '15.3.5': [
    'compares types strictly',
    () => {
      expect(json('.oxlintrc.json').rules.eqeqeq).toEqual(['error', 'smart']);
      expect(json('tsconfig.json').compilerOptions.strict).toBe(true);
    },
  ],
  '16.2.2': [
    'writes instants in UTC',
    () => {
      none(/toLocaleString\([^)]*timeZone/, functions);
      documented('functions/table/audit.ts', 'toISOString');
    },
  ],
  '16.4.1': ['writes one line of JSON per log entry', logsOneLine],
};

const rows = Object.entries(checks).map(([id, [meets, check]]) => [id, meets, check] as const);
test.each(rows)('ASVS %s: the portal %s', (_, _meets, check) => check());
