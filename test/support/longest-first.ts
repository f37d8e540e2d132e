import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Begun last, one of these would run alone while the other workers have nothing left. A browser's next to a rule's, since
// a browser works beside its test.
const longest = [
  'journeys/main-job',
  'bank-files/random-sending',
  'bank-files/random-bank',
  'infra/infra',
  'facilities/locator-page',
  'journeys/start',
  'architecture/bad-input',
  'web/long-words',
  'bank-files/sending-exactly-once',
  'web/shell',
  'web/session',
  'site/every-page',
  'site/legal/legal-pages',
  'employees/employees-page',
  'users/security-page',
  'web/access',
  'web/form',
  'facilities/google-map',
  'files/large-download-page',
  'journeys/changing-code',
  'vouchers/journey-page',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place < 0 ? longest.length : place;
};

/** Runs the longest test files first, so that the workers end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
