import { Link } from 'react-router-dom';
import { curlExamples, receiverExample } from './examples.ts';
import { apiVersion } from '../../../shared/integrations/developers/versions.ts';
import { eventKindNames, eventKinds } from '../../../shared/integrations/webhooks/event-kinds.ts';
import { pathTo } from '../../app/addresses.ts';
import { Card } from '../../ui/Card.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { SendRoster } from './SendRoster.tsx';
import { DownloadClient } from './DownloadClient.tsx';

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
      <Card title="Every request, and how it changes">
        <p>
          The <Link to={pathTo('apiReference')}>API reference</Link> lists every request with its fields,
          responses, and errors. The <Link to={pathTo('apiChangelog')}>changelog</Link> lists the versions;
          the current one is {apiVersion}.
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
