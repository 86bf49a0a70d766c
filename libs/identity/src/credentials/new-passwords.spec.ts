import { expect, it } from '@jest/globals';
import { newPasswordErrors } from './new-passwords.js';

const email = 'ada.lovelace@example.com';

it.each([
  ['password12', 'value_is_too_common'],
  ['Password123', 'value_is_too_common'],
  ['qwertyuiop', 'value_is_too_common'],
  ['1234567890', 'value_is_too_common'],
  ['aaaaaaaaaaaa', 'value_is_too_common'],
  ['abababababab', 'value_is_too_common'],
  [email, 'value_is_too_common'],
  ['Ada.Lovelace@Example.com', 'value_is_too_common'],
  ['ada.lovelace', 'value_is_too_common'],
  [`${email}1`, 'value_is_too_common'],
  ['password12345', 'value_is_too_common'],
  ['P@ssw0rd2024', 'value_is_too_common'],
  ['!!Dragon1987', 'value_is_too_common'],
  ['passwordpassword', 'value_is_too_common'],
  ['Monkey1Monkey1', 'value_is_too_common'],
  ['abcdefghijkl', 'value_is_too_common'],
  ['9876543210', 'value_is_too_common'],
  ['asdfghjklzxcv', 'value_is_too_common'],
  ['ada.lovelace2024', 'value_is_too_common'],
  ['short', 'value_is_too_short'],
  ['x'.repeat(257), 'value_is_too_long'],
])('refuses %s', (password, code) => {
  expect(newPasswordErrors(password, email)).toEqual([code]);
});

it.each([
  'correct horse battery',
  'a new password',
  'another password',
  'v8/Kd0q-3pZ',
  'password8kd03q',
  'love 8374 62 9183',
])('accepts %s', (password) => {
  expect(newPasswordErrors(password, email)).toEqual([]);
});
