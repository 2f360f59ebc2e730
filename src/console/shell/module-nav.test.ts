import { expect, test } from 'vitest'
import { groupModules } from './ModuleNav.tsx'

const entry = (name: string, group: string) => ({
  name,
  group,
  label: { 'zh-CN': name, en: name },
  managed: true,
})

test('forms come first, unknown groups last, and modules keep their order', () => {
  const modules = [entry('x', 'strange'), entry('a', 'content'), entry('b', 'forms'), entry('c', 'content')]
  expect(
    groupModules(modules).map(({ group, modules: entries }) => [group, entries.map(({ name }) => name)]),
  ).toEqual([
    ['forms', ['b']],
    ['content', ['a', 'c']],
    ['strange', ['x']],
  ])
})
