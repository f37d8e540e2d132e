export { PartnerWebhooksPage as default } from './WebhooksPage.tsx';
