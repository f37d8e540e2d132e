import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Requirements of ASVS 5.0 that demand a document (docs/asvs.tsv).

const documented = (file: string, ...texts: string[]) => {
  const document = readFileSync(file, 'utf8');
  for (const text of texts) expect(document, file).toContain(text);
};
const decision6 = 'docs/decisions/0006-log-in-through-our-own-endpoint.md';
const decision11 = 'docs/decisions/0011-seal-bank-accounts-with-one-key-pair.md';
const decision22 = 'docs/decisions/0022-restrict-roles-by-record-kind.md';

const checks: Record<string, [meets: string, check: () => void]> = {
  '2.1.3': [
    'documents business limits',
    () => documented('docs/decisions/0009-require-two-administrators-for-risky-payments.md', 'administrator'),
  ],
  '6.1.1': [
    'documents defenses against guessing',
    () => documented(decision6, 'Attempts are counted before they are made', 'lock a name'),
  ],
  '6.1.2': ['documents refused words in passwords', () => documented(decision6, 'name or email')],
  '6.1.3': [
    'documents how users authenticate',
    () => documented(decision6, 'POST /user/login', 'second factor', 'TOTP'),
  ],
  '6.2.6': ['masks passwords', () => documented('web/ui/TextControl.tsx', "password: { type: 'password'")],
  '7.1.1': ['documents idle timeouts', () => documented(decision6, '30 minutes, 2 hours, 30 days')],
  '11.1.1': [
    'documents the management of keys',
    () => (documented(decision11, 'versioned'), documented('docs/runbook.md', '## Rotating a key')),
  ],
  '13.1.1': [
    'documents communication',
    () => (
      documented('ARCHITECTURE.md', 'API Gateway', 'S3', 'Cognito'),
      documented('docs/deploy.md', 'SFTP', 'captcha')
    ),
  ],
  '14.1.1': [
    'documents sensitive data',
    () => (documented(decision11, 'account'), documented(decision22, 'bank accounts and PINs')),
  ],
  '14.1.2': [
    'documents the protection of sensitive data',
    () => (documented(decision11, 'AES-256-GCM'), documented(decision22, 'LeadingKeys')),
  ],
  '15.1.1': [
    'documents time frames of updates',
    () => documented('CONTRIBUTING.md', 'within 7 days', 'within 30 days'),
  ],
  '15.1.3': [
    'documents demanding functions',
    () => (
      documented('ARCHITECTURE.md', '## Jobs'),
      documented('docs/measured.md', '## Generation of payments')
    ),
  ],
  '16.1.1': ['documents its logs', () => documented('docs/runbook.md', 'CloudWatch', '## First steps')],
};

const rows = Object.entries(checks).map(([id, [meets, check]]) => [id, meets, check] as const);
test.each(rows)('ASVS %s: the portal %s', (_, _meets, check) => check());
