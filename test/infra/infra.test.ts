// One file for the runner, so that the CDK is loaded and the app made once for all of them.
import './endpoints.ts';
import './permissions.ts';
import './bundles.ts';
import './grants.ts';
import './table-use.ts';
import './aws-tools.ts';
import './data.ts';
import './jobs.ts';
import './site.ts';
import './cdn.ts';
import './identity.ts';
import './releases.ts';
import './watching.ts';
import './alarm-exam/alarm-exam.ts';
import './status.ts';
import './second-copy.ts';
import './requirements.ts';
import './first-deployment.ts';

import './quotas.ts';
import './rules.ts';
