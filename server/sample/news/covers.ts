/** The drawing above each article of news, by its number; some have none, as in real life. */
export const newsCovers: Readonly<Record<string, string>> = {
  '00017': 'canal',
  '20230710': 'offshore',
  '20230714': 'homes',
  '20230718': 'route',
  '20230729': 'roofs',
  '20230801': 'board',
  '20230808': 'batteries',
  '20230811': 'talk',
  '20230815': 'ship',
  '20230822': 'hall',
  '20230903': 'coach',
  '20230905': 'stage',
  '20230907': 'evening',
  '20230912': 'press',
}
