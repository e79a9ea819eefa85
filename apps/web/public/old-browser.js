// Asked for by boot.js where the browser is too old for the scripts of the pages: says so instead of them. Written as the oldest browsers read it.
(function () {
  var TEXTS = {
    en: [
      'Please update your browser',
      'It is too old for this page. A current Firefox, Chrome, Edge or Safari shows it.',
    ],
    de: [
      'Bitte aktualisiere deinen Browser',
      'Er ist zu alt für diese Seite. Ein aktueller Firefox, Chrome, Edge oder Safari zeigt sie.',
    ],
    es: [
      'Actualiza tu navegador',
      'Es demasiado antiguo para esta página. Un Firefox, Chrome, Edge o Safari actual la muestra.',
    ],
    ja: [
      'ブラウザーを更新してください',
      'このページを表示するには古すぎます。最新の Firefox、Chrome、Edge、Safari で表示できます。',
    ],
    ko: [
      '브라우저를 업데이트해 주세요',
      '이 페이지를 표시하기에는 너무 오래된 브라우저입니다. 최신 Firefox, Chrome, Edge 또는 Safari에서 볼 수 있습니다.',
    ],
    'zh-TW': ['請更新您的瀏覽器', '它太舊了，無法顯示此頁面。最新版的 Firefox、Chrome、Edge 或 Safari 可以顯示。'],
    ar: [
      'يرجى تحديث متصفحك',
      'إنه قديم جدًا لعرض هذه الصفحة. يعرضها إصدار حديث من Firefox أو Chrome أو Edge أو Safari.',
    ],
  };
  var language = document.currentScript ? document.currentScript.getAttribute('data-language') : 'en';
  var texts = TEXTS[language] || TEXTS.en;
  function show() {
    var box = document.createElement('main');
    box.setAttribute('role', 'alert');
    box.style.cssText = 'max-width: 32em; margin: 20vh auto 0; padding: 0 24px; line-height: 1.5';
    add(box, 'h1', texts[0]).style.cssText = 'margin: 0 0 12px; font-size: 24px';
    add(box, 'p', texts[1]);
    document.documentElement.removeAttribute('data-reads-another');
    document.body.innerHTML = '';
    document.body.appendChild(box);
  }
  function add(parent, name, words) {
    var child = document.createElement(name);
    child.appendChild(document.createTextNode(words));
    return parent.appendChild(child);
  }
  // What the scripts may have drawn before they failed is replaced.
  if (document.readyState === 'complete') show();
  else window.addEventListener('load', show);
})();
