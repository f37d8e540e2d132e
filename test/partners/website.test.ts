import { expect, it } from 'vitest';
import { webAddress } from '../../shared/fields.ts';

it.each([
  'lakeside.example',
  'www.lakeside.example/gym?city=Duluth#hours',
  'https://lakeside.example',
  'HTTP://Müller-Gym.example:8080/a%20b',
])('accepts %s as a website', (address) => expect(address).toMatch(webAddress));

it.each([
  'javascript:alert(1)',
  'JavaScript://lakeside.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://lakeside.example',
  'https://jo:secret@lakeside.example',
  'https://',
  'lakeside',
  'our gym.example',
])('rejects %s as a website', (address) => expect(address).not.toMatch(webAddress));
