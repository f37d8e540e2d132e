"""Checks a SCIM server with scim2-tester; arguments: address and token. Prints each error."""

import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

address, token = sys.argv[1:3]
client = Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=60)
results = check_server(SyncSCIMClient(client))
errors = [result for result in results if result.status in (Status.ERROR, Status.CRITICAL)]
for result in errors:
    print(result.title, "-", result.reason)
print(f"{len(results)} checks, {len(errors)} errors")
sys.exit(1 if errors else 0)
