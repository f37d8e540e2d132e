import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Started last, one of these files would run alone. Browser tests alternate with others, because the browser works in
// parallel.
const longest = [
  'journeys/main-job',
  'simulation/simulation',
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

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
