export { FacilityWebhooksPage as default } from './WebhooksPage.tsx';
