export { AdministratorWebhooksPage as default } from './WebhooksPage.tsx';
