import { Link } from 'react-router-dom';
import { pathTo } from '../../app/addresses.ts';
import { Card } from '../../ui/Card.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import './developers.css';

const redirectUri = 'Redirect URI of the page Single sign-on';
const entityId = 'Entity ID (audience) of the page Single sign-on';
const acsUrl = 'Assertion consumer service URL of the page Single sign-on';

/** Fields of each provider's administration in their order, with their values; then the fields of Wellport. */
const guides = `
# Microsoft Entra ID
## OpenID Connect
Microsoft Entra admin center → App registrations → New registration
Name = Wellport
Supported account types = Accounts in this organizational directory only (single tenant)
Redirect URI: platform = Web
Redirect URI = ${redirectUri}
Authentication: Front-channel logout URL = Empty
Authentication: Access tokens, ID tokens = Not selected: the portal uses the authorization code flow
Certificates & secrets: New client secret = Copy its value immediately, and note its expiry
Token configuration: Add optional claim, ID = email and xms_edov
API permissions: Microsoft Graph, Delegated = openid, profile, and email, with admin consent
Enterprise applications: Properties, Assignment required? = Yes
Enterprise applications: Users and groups = The people who may log in
Enter in Wellport
Issuer = https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0
Client ID = Application (client) ID
Client secret = Value of the client secret, not its ID
Secret expires on = Expiry of the client secret
## SAML 2.0
Microsoft Entra admin center → Enterprise applications → New application → Create your own application (non-gallery) → Single sign-on → SAML
Identifier (Entity ID) = ${entityId}
Reply URL (Assertion Consumer Service URL) = ${acsUrl}
Sign on URL, Relay State, Logout URL = Empty
Attributes & Claims: Unique User Identifier (Name ID) = user.objectid, with the format Persistent
Attributes & Claims: emailaddress = user.mail
Attributes & Claims: givenname, surname = user.givenname, user.surname
SAML Certificates: Signing Option = Sign SAML assertion, or Sign SAML response and assertion
SAML Certificates: Signing Algorithm = SHA-256
Verification certificates: Require verification certificates = Not selected
Token encryption = No certificate
Users and groups = The people who may log in
Enter in Wellport
Metadata address = App Federation Metadata Url
## Notes
With provisioning by SCIM, map the target attribute externalId to the source attribute objectId. Then accounts are linked at the first log-in without an email.
Before a certificate expires, add a new one, save the metadata again while both are in it, and then activate the new certificate.
# Okta
## OpenID Connect
Okta Admin Console → Applications → Create App Integration → OIDC - OpenID Connect → Web Application
App integration name = Wellport
Grant type = Authorization Code only
Sign-in redirect URIs = ${redirectUri}
Sign-out redirect URIs = Address of this site, with a slash at the end
Assignments: Controlled access = The groups that may log in
Client Credentials: Client authentication = Client secret, or Public key / Private key
Client Credentials: Proof Key for Code Exchange (PKCE) = Required
Sign On: OpenID Connect ID Token, Issuer = Okta URL
Enter in Wellport
Issuer = https://<your domain>.okta.com, as at Sign On
Client ID = Client ID
Client secret = Client secret, or the private key in PEM format
Secret expires on = Empty: Okta’s secrets do not expire
## SAML 2.0
Okta Admin Console → Applications → Create App Integration → SAML 2.0
Single sign-on URL = ${acsUrl}
Use this for Recipient URL and Destination URL = Selected
Audience URI (SP Entity ID) = ${entityId}
Default RelayState = Empty
Name ID format = EmailAddress, or Persistent
Application username = Okta username, or Email
Response, Assertion Signature = Signed
Signature Algorithm, Digest Algorithm = RSA-SHA256, SHA256
Assertion Encryption = Unencrypted
Signed Requests = Not selected
Enable Single Logout = Not selected
Attribute Statements: email = user.email
Attribute Statements: firstName, lastName = user.firstName, user.lastName
Attribute Statements: externalId = user.id
Enter in Wellport
Metadata address = Metadata URL of the tab Sign On
## Notes
With provisioning by SCIM, Okta sends its user ID as externalId, which equals the subject of OpenID Connect and the attribute externalId of SAML.
Log-ins begin at Wellport. For a tile on the Okta dashboard, add a Bookmark App with the address of this site.
# Google Workspace
## OpenID Connect
Google Cloud console of your organization → Google Auth Platform → Clients → Create client
Audience: User type = Internal. External would admit accounts outside your organization
Data access: Scopes = openid, email, and profile
Application type = Web application
Name = Wellport
Authorized JavaScript origins = Empty
Authorized redirect URIs = ${redirectUri}
Enter in Wellport
Issuer = https://accounts.google.com
Client ID = Client ID
Client secret = Client secret
Secret expires on = Empty: Google’s secrets do not expire
## SAML 2.0
Google Admin console → Apps → Web and mobile apps → Add app → Add custom SAML app
App name = Wellport
Option 1: Download IdP metadata = Save the file
ACS URL = ${acsUrl}
Entity ID = ${entityId}
Start URL = Empty
Signed response = Not selected: Google then signs the assertion, which Wellport requires
Name ID format = EMAIL
Name ID = Basic Information > Primary email
Attributes: Primary email = email
Attributes: First name, Last name = firstName, lastName
User access: Service status = On for the organizational units that may log in
Enter in Wellport
Metadata = Content of the downloaded file
## Notes
Google has no log-out of other applications. With SCIM or the removal from the roster, sessions end with the next request.
`;

const isField = (line: string): boolean => line.includes(' = ');

const fieldOf = (line: string): [field: string, value: string] => {
  const [field = '', ...value] = line.split(' = ');
  return [field, value.join(' = ')];
};

/** Lines of a section: fields as a list, other lines as paragraphs. */
function Lines({ lines }: { lines: readonly string[] }) {
  const end = lines.findIndex((line) => !isField(line));
  const fields = end === -1 ? lines : lines.slice(0, end);
  return (
    <>
      {fields.length > 0 && <DescriptionList items={fields.map(fieldOf)} />}
      {end >= 0 && <p>{lines[end]}</p>}
      {end >= 0 && <Lines lines={lines.slice(end + 1)} />}
    </>
  );
}

function ProviderCard({ text }: { text: string }) {
  const [name = '', ...sections] = text.trim().split('\n## ');
  return (
    <div id={name.replace('Microsoft ', '').toLowerCase().replaceAll(' ', '-')}>
      <Card title={name}>
        {sections.map((section) => {
          const [title = '', ...lines] = section.split('\n');
          return (
            <section key={title}>
              <h3>{title}</h3>
              <Lines lines={lines} />
            </section>
          );
        })}
      </Card>
    </div>
  );
}

/** Guides for the IT departments of partners: every field of the common identity providers. */
export default function SingleSignOnGuidePage() {
  return (
    <div className="developer-page">
      <PageHeading
        title="Single sign-on"
        lead={
          <>
            Connect your identity provider by OpenID Connect or SAML 2.0. For directories and other systems,
            see the <Link to={pathTo('developers')}>developer guide</Link>.
          </>
        }
      />
      <Card title="Steps">
        <ol>
          <li>
            A manager with full access opens <b>Single sign-on</b>, adds your email domain, and publishes the
            TXT record that the page names.
          </li>
          <li>Register Wellport at your provider with the addresses of that page, as described below.</li>
          <li>Enter the provider in Wellport and try it. The trial lists every claim and changes nothing.</li>
          <li>
            A second person confirms the change. From then on, people of your domain log in at your provider.
          </li>
        </ol>
        <p>
          Assertions and ID tokens must be signed with SHA-256 or better, and clocks may differ by a minute.
          Encrypted assertions and log-ins that begin at the provider are refused.
        </p>
        <p>
          Wellport signs no requests. Logging out ends the session of Wellport, and then sends an unsigned
          LogoutRequest to the SingleLogoutService of the metadata. Microsoft Entra ID accepts it. If your
          provider requires a signature, as Okta and PingFederate do, turn off single logout for Wellport, or
          remove SingleLogoutService from the metadata file.
        </p>
      </Card>
      {guides
        .split('\n# ')
        .slice(1)
        .map((text) => (
          <ProviderCard key={text} text={text} />
        ))}
    </div>
  );
}
