// the bundler exports the text of the file
// oxlint-disable-next-line import/default
import syncRoster from '../../../docs/examples/sync-roster.mjs?raw';
import { mostRowsOfBatch } from '../../../shared/integrations/eligibility/limits.ts';
import { Card } from '../../ui/Card.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { batchExamples } from './examples.ts';

const modes = [
  ['additions', 'Adds the rows as new members.'],
  ['leavers', 'Ends the memberships of the rows, named by email or keyFobNumber.'],
  ['roster', 'Adds, changes, and ends memberships until the roster equals the rows.'],
] as const;

const states = [
  ['reading, applying, undoing', 'The job is running.'],
  ['checked', 'A dry run is complete. Nothing was changed.'],
  ['applied', 'The rows were applied. Each has its own result.'],
  ['waiting', 'Many memberships would end, so an administrator must approve the batch first.'],
  ['review', 'The client was revoked. A manager can apply the batch on screen.'],
  ['refused', 'The batch could not be read, for example because no row is valid.'],
  ['failed', 'The job stopped. An administrator can resume it.'],
  ['undone', 'A manager undid the batch on screen.'],
] as const;

const Terms = ({ items }: { items: readonly (readonly [string, string])[] }) => (
  <dl className="description-list">
    {items.map(([term, text]) => (
      <div key={term}>
        <dt>
          <code>{term}</code>
        </dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** The eligibility API, for systems without SCIM. */
export const SendRoster = () => (
  <>
    <Card title="Send many rows">
      <p>
        Systems without SCIM send batches of up to {mostRowsOfBatch.toLocaleString('en-US')} rows. A batch is
        an import with the rules, limits, and effective dates of a file, and appears on the page{' '}
        <b>Imports</b>, where it can be undone.
      </p>
      <p>
        Choose a new <code>idempotencyKey</code> for each batch. A repeated request with the same key and
        content returns the first batch; other content with a used key is refused with the status 422.
      </p>
      <CodeBlock label="Check two new employees" code={batchExamples.batch} />
      <p>
        A dry run returns the results without a change. Send the rows without <code>dryRun</code> and with
        another key to apply them. List the results when the job has read the rows:
      </p>
      <CodeBlock label="List the results" code={batchExamples.results} />
      <p>
        A wrong row does not affect the others. The request <code>/errors</code> lists only the rows that
        failed, with the reason.
      </p>
      <h3>Modes</h3>
      <Terms items={modes} />
      <h3>States</h3>
      <Terms items={states} />
    </Card>
    <Card title="Synchronize the roster with a file">
      <p>
        This script for Node.js 20 or later has no dependencies. Run it whenever your HR system has exported
        all employees. It sends the full roster, waits for the result, and prints the rows with an error.
      </p>
      <CodeBlock label="A script that synchronizes the roster" code={syncRoster} />
    </Card>
  </>
);
