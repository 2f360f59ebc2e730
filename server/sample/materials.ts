import { forumInstant } from './programme.ts'
import { text } from './text.ts'

/** Speech files that their speakers let go: the slides of the sample's documents, whose files are stored first. */
export const materials = [
  {
    id: 'material-1',
    title: text('构网型变流器：从概念到并网标准', 'Grid-forming converters: from idea to grid code'),
    presenter: text('示例电力大学教授', 'Professor, Example University of Electric Power'),
    session: 'power-grid-forming',
    file: 'D012',
    published_at: forumInstant('2023-09-06T18:00'),
    status: 'published',
  },
]
