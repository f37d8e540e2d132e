/**
 * Requests of the guide for developers, as they are printed. A test executes them in this order in one shell, with the
 * variables WELLPORT, CLIENT_ID, and CLIENT_SECRET.
 */
export const curlExamples = {
  token: `TOKEN=$(curl -s "$WELLPORT/api/oauth/token" \\
  -d grant_type=client_credentials \\
  -d client_id="$CLIENT_ID" \\
  -d client_secret="$CLIENT_SECRET" \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  create: `curl -s "$WELLPORT/api/scim/v2/Users" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/scim+json" \\
  -d '{
    "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
    "userName": "ann.lund@example.com",
    "externalId": "E-1001",
    "name": { "givenName": "Ann", "familyName": "Lund" },
    "emails": [{ "value": "ann.lund@example.com", "primary": true }],
    "active": true
  }'`,
  find: `curl -s -G "$WELLPORT/api/scim/v2/Users" \\
  -H "Authorization: Bearer $TOKEN" \\
  --data-urlencode 'filter=userName eq "ann.lund@example.com"'`,
} as const;

/** Requests of the eligibility API, which follow those of `curlExamples` in the same shell. */
export const batchExamples = {
  batch: `BATCH=$(curl -s "$WELLPORT/api/eligibility/batches" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{
    "idempotencyKey": "new-employees-2026-11-26",
    "mode": "additions",
    "dryRun": true,
    "rows": [
      { "employeeNumber": "E-1002", "firstName": "Ben", "lastName": "Moe", "email": "ben.moe@example.com" },
      { "employeeNumber": "E-1003", "firstName": "Eva", "lastName": "Dahl", "email": "eva.dahl@" }
    ]
  }' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`,
  results: `while curl -s "$WELLPORT/api/eligibility/batches/$BATCH" \\
  -H "Authorization: Bearer $TOKEN" | grep -q '"state":"reading"'; do sleep 1; done

curl -s "$WELLPORT/api/eligibility/batches/$BATCH/results" \\
  -H "Authorization: Bearer $TOKEN"`,
} as const;

/** A receiver of webhooks in Node.js, as it is printed. A test runs it. */
export const receiverExample = `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const seen = new Set();

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  try {
    const event = webhook.verify(body, request.headers);
    // the same event can arrive twice
    if (!seen.has(request.headers['webhook-id'])) console.log(event.type, event.data);
    seen.add(request.headers['webhook-id']);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(process.env.PORT ?? 8080));
`;
