/** Colours with the same meaning in every theme: success, danger, presence and the four modes. */
export const commonDark = {
  positive: '#6fdc9c',
  'positive-ink': '#04240f',
  negative: '#ff8a80',
  'negative-ink': '#350505',
  online: '#6fdc9c',
  away: '#ffc857',
  offline: '#9a9ba5',
  mode1: '#ff9a7a',
  mode2: '#ffc857',
  mode3: '#6fd8cb',
  mode4: '#b3bdff',
  'mode-ink': '#191510',
  scrim: 'rgb(8 8 12 / 0.62)',
  'shadow-rgb': '0 0 0',
};

export const commonLight = {
  positive: '#17713f',
  'positive-ink': '#ffffff',
  negative: '#bf2b25',
  'negative-ink': '#ffffff',
  online: '#1c8a4c',
  away: '#a86200',
  offline: '#7b7c85',
  mode1: '#b23f22',
  mode2: '#875200',
  mode3: '#0b6f66',
  mode4: '#4a52b8',
  'mode-ink': '#ffffff',
  scrim: 'rgb(30 24 18 / 0.45)',
  'shadow-rgb': '60 40 20',
};
