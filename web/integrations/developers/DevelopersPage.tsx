import { useState } from 'react';
import type { OpenApi } from '../../../shared/integrations/client-document.ts';
import { saveBlob } from '../../app/api.ts';
import { Button } from '../../ui/Button.tsx';
import { showFailure } from '../../app/data.ts';
import './developers.css';
// the bundler exports the text of the file
// oxlint-disable-next-line import/default
import syncRoster from '../../../docs/examples/sync-roster.mjs?raw';
import { mostRowsOfBatch } from '../../../shared/integrations/eligibility-batch.ts';
import { Card } from '../../ui/Card.tsx';
import { batchExamples, curlExamples, receiverExample } from './examples.ts';
import { errorCodes, errorMeanings, errorStatus } from '../../../shared/refusal.ts';
import { Link } from 'react-router-dom';
import { apiVersion } from '../../../shared/api-versions.ts';
import { eventKindNames, eventKinds } from '../../../shared/integrations/webhooks/event-kinds.ts';
import { pathTo } from '../../app/addresses.ts';
import { PageHeading } from '../../ui/PageTitle.tsx';

/** Generates the TypeScript client from the document of the running release, and saves it. */
function DownloadClient() {
  const [isRunning, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    try {
      const [response, { typedClient }, { forClients }] = await Promise.all([
        fetch('/api/openapi.json'),
        import('./typed-client.ts'),
        import('../../../shared/integrations/client-document.ts'),
      ]);
      const document = forClients((await response.json()) as OpenApi & { info: { version: string } });
      saveBlob(new Blob([typedClient(document)], { type: 'text/plain' }), 'wellport-client.ts');
    } catch (error) {
      showFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button icon="download" busy={isRunning} busyLabel="Generating…" onClick={() => void download()}>
      Download the TypeScript client
    </Button>
  );
}

/** Code as printed, with a button that copies it. */
function CodeBlock({ label, code }: { label: string; code: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(code).then(() => setCopied(true));
  return (
    <figure className="code-block">
      <figcaption>
        {label}
        <Button small kind="quiet" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
          <span className="hidden-text"> {label}</span>
        </Button>
      </figcaption>
      {/* a scroll region must be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

// the bundler exports the text of the file
// oxlint-disable-next-line import/default
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
const SendRoster = () => (
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

export default function DevelopersPage() {
  return (
    <div className="developer-page">
      <PageHeading
        title="Developers"
        lead="Connect your HR system or club software: maintain the roster by SCIM or in batches, send check-ins, and receive signed events."
      />
      <FirstRow />
      <SendRoster />
      <ReceiveEvents />
      <Card title="Errors">
        <p>
          An error has a status of 400 or more and JSON with a <code>message</code> for people, a{' '}
          <code>code</code> for programs, and <code>fields</code> with a message for each wrong field.
          Messages can change; codes do not. Repeat a request only after <code>too-many</code>,{' '}
          <code>failed</code>, and <code>unavailable</code>. SCIM and the token request use the errors of
          their standards.
        </p>
        <Terms items={errorCodes.map((code) => [code, `${errorStatus[code]}: ${errorMeanings[code]}`])} />
      </Card>
      <Card title="Every request, and how it changes">
        <p>
          The <Link to={pathTo('apiReference')}>API reference</Link> lists every request with its fields,
          responses, and errors. The <Link to={pathTo('apiChangelog')}>changelog</Link> lists the versions;
          the current one is {apiVersion}.
        </p>
        <p>
          The <Link to={pathTo('singleSignOnGuide')}>single sign-on guide</Link> is for the identity providers
          of partners.
        </p>
        <p>
          The TypeScript client is one file without dependencies, with the types of every request and
          response.
        </p>
        <DownloadClient />
      </Card>
    </div>
  );
}

const FirstRow = () => (
  <Card title="Your first row in five minutes">
    <ol>
      <li>
        Log in as a partner manager, open <b>API clients</b>, and create a client with the scopes{' '}
        <code>roster:read</code> and <code>roster:write</code>. Copy its ID and secret; the secret is shown
        once.
      </li>
      <li>
        Set the variables <code>WELLPORT</code> (this site’s address, without a slash at the end),{' '}
        <code>CLIENT_ID</code>, and <code>CLIENT_SECRET</code> in your shell.
      </li>
      <li>Request a token. It is valid for the time in the response; request a new one when it expires.</li>
    </ol>
    <CodeBlock label="Request a token" code={curlExamples.token} />
    <p>Add a person to the roster. The same rules, limits, and effective dates apply as on screen.</p>
    <CodeBlock label="Add a person" code={curlExamples.create} />
    <p>
      Find the person again. Change details with PATCH; <code>active: false</code> ends the membership at once
      or at the end of the month, and <code>active: true</code> starts a new one. SCIM changes have no
      preview: test with a batch and <code>dryRun</code>, or with a test partner.
    </p>
    <CodeBlock label="Find a person" code={curlExamples.find} />
  </Card>
);

const ReceiveEvents = () => (
  <Card title="Receive events">
    <p>
      Add a webhook on the page <b>Webhooks</b> and copy its secret. Each event is a POST request with JSON,
      signed by the <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> specification. Respond
      with a status from 200 to 299 within ten seconds.
    </p>
    <ul>
      <li>Events of one member arrive in order: the next one is sent after you accepted the previous one.</li>
      <li>
        An event can arrive twice, with the same <code>webhook-id</code>. Ignore the second one.
      </li>
      <li>
        A failed delivery is repeated for three days, with increasing delays. Then it is listed as failed, and
        you can send it again for 30 days.
      </li>
      <li>Redirects are not followed, and private addresses are refused.</li>
      <li>If your receiver accepts nothing for an hour, the managers of the webhook receive one email.</li>
    </ul>
    <dl className="description-list">
      {eventKindNames.map((kind) => (
        <div key={kind}>
          <dt>
            <code>{kind}</code>
          </dt>
          <dd>{eventKinds[kind].when}</dd>
        </div>
      ))}
    </dl>
    <CodeBlock label="A receiver in Node.js" code={receiverExample} />
  </Card>
);
