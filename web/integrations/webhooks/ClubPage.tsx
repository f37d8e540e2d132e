export { ClubWebhooksPage as default } from './WebhooksPage.tsx';
