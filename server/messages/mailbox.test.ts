import { expect, it } from 'vitest'
import { toMailbox } from './mailbox.ts'

it.each([
  ['Li.Si@Forum.Example', 'li.si@forum.example'],
  ['li.si+1@forum.example', 'li.si@forum.example'],
  ['li.si+a+b@forum.example.', 'li.si@forum.example'],
  ['+li@forum.example', '+li@forum.example'],
  ['l.i.s.i+x@googlemail.com', 'lisi@gmail.com'],
  ['LiSi@gmail.com', 'lisi@gmail.com'],
  ['+8613800000000', '+8613800000000'],
])('%s leads to the mailbox %s', (address, mailbox) => {
  expect(toMailbox(address)).toBe(mailbox)
})
