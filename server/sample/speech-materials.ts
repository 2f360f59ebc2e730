/** What a speaker handed in: the slides of the sample's documents, whose files are stored first. Nobody's own. */
export const speechMaterials = [
  { id: 'speech-1', presenter: '示例电力大学教授', presentation: 'D012', memo: '现场使用自己的电脑。' },
]
