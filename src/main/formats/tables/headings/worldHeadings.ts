/**
 * Headings of each field in Indonesian, Turkish, Polish, Russian, Ukrainian, Czech, Italian, Dutch, Persian, Arabic, Chinese,
 * Japanese and Korean. One that also occurs in `articleHeadings` has the meaning it has there.
 */
export const worldHeadings: Record<string, string> = {
  title: `judul|judul artikel|judul naskah|başlık|makale başlığı|makale adı|yazı başlığı|makale başlık|başlığı|makalenin başlığı|makalenin adı
    tytuł|tytuł artykułu|tytuł pracy|tytuł publikacji|tytuł oryginalny|название|название статьи|заглавие|заголовок|заголовок статьи|наименование статьи
    назва|назва статті|заголовок статті|název|název článku|titul|název příspěvku|titolo|titolo articolo|titolo dell articolo|titolo contributo
    titel van het artikel|titel artikel|hoofdtitel|عنوان|عنوان مقاله|عنوان مقاله فارسی|العنوان|عنوان المقال|عنوان البحث|عنوان المقالة|عنوان الدراسة
    标题|题名|篇名|题目|文章标题|文章题目|论文题目|论文标题|文章名称|文献标题|標題|題名|篇名|題目|文章標題|文章題目|論文題目|論文標題|文章名稱|篇目名稱
    タイトル|論文名|論文タイトル|論題|表題|論文表題|和文タイトル|論文題名|제목|논문제목|논문 제목|논문명|제명|논제`,
  subtitle: `subjudul|sub judul|anak judul|alt başlık|podtytuł|подзаголовок|підзаголовок|podtitul|podnázev|sottotitolo|ondertitel|عنوان فرعی|العنوان الفرعي
    副标题|副題名|副標題|副題|サブタイトル|부제|부제목`,
  abstract: `abstrak|ringkasan|intisari|öz|özet|streszczenie|abstrakt|аннотация|резюме|реферат|анотація|riassunto|sommario|sintesi|samenvatting
    چکیده|خلاصه|چکیده مقاله|الملخص|ملخص|المستخلص|مستخلص|摘要|中文摘要|文摘|内容摘要|抄録|要旨|要約|概要|アブストラクト|초록|요약|국문초록|요지`,
  keywords: `kata kunci|anahtar kelimeler|anahtar kelime|anahtar sözcükler|słowa kluczowe|slowa kluczowe|słowo kluczowe|hasła|ключевые слова|ключевое слово
    ключові слова|klíčová slova|klíčové slovo|parole chiave|parola chiave|trefwoorden|trefwoord|sleutelwoorden|کلیدواژه|کلیدواژه ها|کلمات کلیدی|واژگان کلیدی|واژه های کلیدی
    الكلمات المفتاحية|كلمات مفتاحية|الكلمات الدالة|الكلمات الرئيسية|关键词|关键字|中文关键词|關鍵詞|關鍵字|中文關鍵詞|キーワード|主题词|키워드|주제어|핵심어|핵심용어|중심어`,
  language: `bahasa|bahasa artikel|dil|makale dili|yayın dili|język|język artykułu|język publikacji|jezyk|язык|язык статьи|мова|мова статті|jazyk|jazyk článku|lingua|lingua articolo
    taal|taal artikel|زبان|زبان مقاله|اللغة|لغة المقال|لغة البحث|语言|语种|文种|語言|語文|語種|言語|使用言語|언어|작성언어`,
  doi: 'nomor doi|doi numarası|numer doi|номер doi|číslo doi|numero doi|doi nummer|شناسه دیجیتال|شناسه دوی|المعرف الرقمي|doi号|doi號|doi番号|doi번호|makale doi|doi artykułu|doi статьи',
  pissn: `issn cetak|issn versi cetak|p issn cetak|basılı issn|issn basılı|issn druk|issn drukowany|issn wersji drukowanej|issn печатный|печатный issn|issn print версии|issn друкований
    друкований issn|issn tištěný|tištěné issn|issn stampa|issn cartaceo|issn stampato|issn gedrukt|gedrukt issn|issn papier|شاپای چاپی|شاپا چاپی|issn المطبوع|الترقيم الدولي المطبوع
    印刷版issn|纸质issn|紙本issn|印刷issn|冊子issn|인쇄issn|인쇄본issn`,
  eissn: `issn elektronik|issn daring|issn online versi|elektronik issn|çevrimiçi issn|issn elektroniczny|issn wersji elektronicznej|электронный issn|issn электронный|issn онлайн|онлайн issn
    електронний issn|issn електронний|elektronické issn|issn elektronický|issn elettronico|elektronisch issn|شاپای الکترونیکی|شاپا الکترونیکی|issn الإلكتروني|الترقيم الدولي الإلكتروني
    电子issn|网络issn|電子issn|線上issn|オンラインissn|電子版issn|온라인issn|전자issn`,
  issn: 'nomor issn|issn numarası|dergi issn|numer issn|issn czasopisma|номер issn|issn журнала|issn журналу|číslo issn|issn časopisu|numero issn|issn rivista|issn nummer|issn tijdschrift|شاپا|شماره شاپا|الترقيم الدولي|الرقم الدولي المعياري|issn号|issn號|issn番号|刊号|刊號|issn번호|국제표준연속간행물번호',
  journalTitle: `jurnal|nama jurnal|judul jurnal|dergi|dergi adı|dergi başlığı|derginin adı|czasopismo|tytuł czasopisma|nazwa czasopisma|журнал|название журнала|наименование журнала|назва журналу|časopis|název časopisu
    titul časopisu|rivista|titolo rivista|titolo della rivista|nome rivista|tijdschrift|titel tijdschrift|naam tijdschrift|tijdschrifttitel|نشریه|نام نشریه|مجله|نام مجله|عنوان نشریه|عنوان مجله|المجلة|اسم المجلة|عنوان المجلة|الدورية
    期刊|刊名|期刊名|期刊名称|期刊标题|期刊名稱|期刊標題|刊物名稱|雑誌名|誌名|雑誌|ジャーナル|ジャーナル名|掲載誌|掲載誌名|학술지|학술지명|저널|저널명|간행물명|수록지`,
  year: `tahun|tahun terbit|tahun publikasi|tahun penerbitan|yıl|yılı|yayın yılı|basım yılı|rok|rok wydania|rok publikacji|год|год издания|год публикации|год выпуска|рік|рік видання|рік публікації|rok vydání|rok publikování
    anno di pubblicazione|anno pubblicazione|jaar|jaar van publicatie|jaar van uitgave|publicatiejaar|jaartal|سال|سال انتشار|سال چاپ|السنة|سنة النشر|سنة|عام النشر|年|年份|出版年|出版年份|发表年份|发表年度|發表年份|發行年|年度|發表年
    発行年|刊行年|出版年度|掲載年|연도|년도|년|발행연도|발행년도|출판연도|출판년도|발행년|게재연도`,
  month: `bulan|bulan terbit|ay|yayın ayı|miesiąc|miesiąc wydania|miesiac|месяц|месяц публикации|місяць|měsíc|měsíc vydání|mese|mese pubblicazione|maand|publicatiemaand|ماه|ماه انتشار|الشهر|شهر النشر|月|月份|出版月|出版月份|発行月|刊行月|월|발행월|출판월`,
  date: `tanggal terbit|tanggal publikasi|tanggal|yayın tarihi|yayımlanma tarihi|yayınlanma tarihi|tarih|data publikacji|data wydania|data opublikowania|data ogłoszenia|дата публикации|дата выхода|дата издания|дата|дата публікації|дата видання
    datum vydání|datum publikování|datum zveřejnění|data pubblicazione|data di pubblicazione|datum publicatie|publicatiedatum|datum van publicatie|verschijningsdatum|تاریخ انتشار|تاریخ چاپ|تاریخ نشر|تاريخ النشر|تاريخ
    出版日期|发表日期|发布日期|发表时间|出版时间|上线日期|發表日期|出版日|刊登日期|發行日期|発行日|公開日|出版年月|発行年月日|発行年月|出版年月日|刊行日|掲載日|발행일|발행일자|출판일|게재일|발행년월|발행연월`,
  volume: `jilid|nomor volume|cilt|cilt no|cilt numarası|tom|rocznik|wolumin|numer tomu|том|номер тома|том номер|том номеру|ročník|svazek|volume rivista|annata|jaargang|deel|دوره|جلد|شماره دوره|المجلد|مجلد|رقم المجلد
    卷|卷号|卷號|卷數|巻|巻数|巻番号|권|권수|권번호`,
  number: `nomor|edisi|nomor edisi|terbitan|no terbitan|sayı|sayı no|sayısı|sayi|numer|zeszyt|numer zeszytu|nr zeszytu|numer czasopisma|номер|выпуск|номер выпуска|номер журнала|випуск|номер випуску|номер журналу|číslo|číslo časopisu|sešit
    fascicolo|numero fascicolo|numero|aflevering|nummer|afleveringsnummer|شماره|شماره نشریه|شماره مجله|العدد|عدد|رقم العدد|期|期号|期號|期数|期數|号|号数|號|号番号|호|호수|권호|호번호`,
  pages: `halaman|hal|hlm|nomor halaman|rentang halaman|sayfa|sayfalar|sayfa no|sayfa numarası|sayfa numaraları|sayfa aralığı|strony|str|strona|numery stron|zakres stron|страницы|страница|стр|диапазон страниц|сторінки|сторінка|стор
    strany|stránky|strana|rozsah stran|rozsah|pagine|pagina|numero pagine|intervallo pagine|paginas|paginanummers|صفحات|صفحه|شماره صفحات|الصفحات|الصفحة|أرقام الصفحات|页码|页|页数|起止页码|起止页|页码范围|頁碼|頁|頁數|起迄頁|起訖頁|起迄頁碼|頁次
    ページ|ページ数|掲載ページ|開始終了ページ|페이지|쪽|면|쪽수|수록페이지|수록면|시작끝페이지`,
  startPage: `halaman awal|halaman pertama|halaman mulai|dari halaman|ilk sayfa|başlangıç sayfası|başlangıç sayfa|sayfa başlangıç|baş sayfa|strona od|od strony|strony od|str od|pierwsza strona|strona początkowa|первая страница|начальная страница|страница с|с страницы|страница начала|страницы с
    перша сторінка|початкова сторінка|сторінка з|první strana|strana od|od strany|počáteční strana|prima pagina|pagina iniziale|pagina inizio|da pagina|pagina da|eerste pagina|beginpagina|startpagina|pagina van|van pagina|صفحه شروع|صفحه آغاز|صفحه اول|از صفحه|صفحة البداية|الصفحة الأولى|من صفحة
    起始页|起始页码|开始页|首页|起页|起始頁|起始頁碼|起頁|開始頁|首頁|開始ページ|始頁|始ページ|開始頁数|시작페이지|시작 페이지|시작쪽|첫페이지|시작면`,
  endPage: `halaman akhir|halaman terakhir|sampai halaman|son sayfa|bitiş sayfası|bitiş sayfa|sayfa bitiş|strona do|do strony|strony do|str do|ostatnia strona|strona końcowa|последняя страница|конечная страница|страница по|по страницу|страница конца|страницы по
    остання сторінка|кінцева сторінка|сторінка по|poslední strana|strana do|do strany|konečná strana|ultima pagina|pagina finale|pagina fine|a pagina|pagina a|laatste pagina|eindpagina|pagina tot|tot pagina|صفحه پایان|صفحه آخر|تا صفحه|صفحة النهاية|الصفحة الأخيرة|إلى صفحة
    结束页|结束页码|终止页|末页|止页|迄页|結束頁|結束頁碼|迄頁|訖頁|末頁|終了ページ|終頁|終ページ|끝페이지|끝 페이지|끝쪽|마지막페이지|종료페이지|끝면`,
  articleNumber:
    'nomor artikel|makale numarası|numer artykułu|nr artykułu|номер статьи|номер статті|číslo článku|numero articolo|artikelnummer|شماره مقاله|رقم المقال|رقم البحث|文章编号|文章編號|論文番号|논문번호|elocator',
  url: `tautan|tautan artikel|alamat|alamat url|laman|bağlantı|makale bağlantısı|makale linki|makale url|adres|adres url|link do artykułu|adres strony|odnośnik|ссылка|ссылка на статью|адрес|адрес статьи|адрес url|посилання|посилання на статтю
    odkaz|odkaz na článek|adresa|indirizzo|collegamento|link articolo|link all articolo|koppeling|webadres|نشانی|پیوند|لینک|نشانی مقاله|لینک مقاله|نشانی اینترنتی|الرابط|رابط|رابط المقال|رابط البحث|链接|网址|文章链接|全文链接|原文链接|連結|網址|文章連結|全文連結
    リンク|論文リンク|論文url|アドレス|링크|원문링크|논문링크|원문url|주소|url주소`,
  pdfUrl:
    'tautan pdf|berkas pdf|pdf bağlantısı|pdf linki|pdf adresi|link do pdf|plik pdf|adres pdf|ссылка на pdf|файл pdf|pdf файл|посилання на pdf|odkaz na pdf|soubor pdf|link al pdf|link pdf|pdf bestand|لینک pdf|فایل pdf|پی دی اف|رابط pdf|ملف pdf|pdf链接|pdf地址|pdf連結|pdfリンク|pdf링크',
  authors: `penulis|nama penulis|para penulis|pengarang|penulis artikel|daftar penulis|yazar|yazarlar|yazar adı|yazar adları|yazar isimleri|yazar lar|makale yazarları|autorzy|nazwiska autorów|lista autorów|автор|авторы|автор ы|фамилии авторов|фио авторов|список авторов|авторы статьи
    автори|список авторів|autoři|jména autorů|jméno autora|autore|autori|nomi autori|nome autori|elenco autori|auteurs|auteursnamen|naam auteurs|namen auteurs|schrijvers|نویسنده|نویسندگان|نام نویسندگان|نام نویسنده|نویسنده ها|مولفان|پدیدآورندگان|المؤلف|المؤلفون|المؤلفين|اسم المؤلف|أسماء المؤلفين|الباحث|الباحثون|اسم الباحث|أسماء الباحثين|مؤلف
    作者|作者姓名|全部作者|所有作者|著者|作者名|著者名|執筆者|執筆者名|筆者|著者一覧|全著者|저자|저자명|저자들|필자|전체저자|저자목록|글쓴이|집필자`,
  affiliations: `afiliasi|afiliasi penulis|institusi|instansi|lembaga|asal institusi|kurum|kurumlar|yazar kurumları|yazar kurumu|kurum bilgisi|adres bilgisi|afiliacja|afiliacje|afiliacje autorów|afiliacja autora|afiliacja autorów|instytucja|аффилиация|аффилиации|аффилиация авторов|место работы|организация|организации|учреждение|места работы
    афіліація|афіліації|місце роботи|установа|організація|afiliace|afiliace autorů|pracoviště|instituce|afiliazione|affiliazione|affiliazioni|affiliazione autori|affiliazioni autori|istituzione|istituzioni|ente|enti|affiliatie|affiliaties|affiliatie auteurs|instelling|instellingen|وابستگی|وابستگی سازمانی|وابستگی نویسندگان|موسسه|دانشگاه|الانتماء|انتماء المؤلفين|المؤسسة|الجامعة|جهة العمل
    单位|作者单位|机构|作者机构|所属机构|單位|作者單位|機構|作者機構|服務單位|任職機構|所属|所属機関|著者所属|所属先|소속|소속기관|저자소속|저자 소속|기관`,
  orcids:
    'orcid penulis|yazar orcid|orcid autorów|orcid авторов|orcid autorů|orcid autori|شناسه ارکید|ارکید|orcid저자|orcid号|orcid id ler|orcid numarası|nomor orcid',
};

/** Headings of one author in the same languages, without the word for "author" and the number. */
export const worldAuthorHeadings: Record<string, string> = {
  authorName: `nama|nama lengkap|ad soyad|adı soyadı|ad ve soyad|imię i nazwisko|nazwisko i imię|фио|полное имя|піб|jméno a příjmení|celé jméno|nome e cognome|cognome e nome|naam|volledige naam|نام و نام خانوادگی|نام کامل|الاسم|الاسم الكامل|姓名|氏名|이름|성명`,
  authorGiven:
    'nama depan|ad|adı|imię|imiona|imie|имя|имя отчество|ім я|jméno|křestní jméno|nome proprio|voornaam|voornamen|نام|الاسم الأول|名|名字|이름만',
  authorMiddle:
    'nama tengah|orta ad|ikinci ad|drugie imię|отчество|по батькові|prostřední jméno|secondo nome|tweede naam|الاسم الأوسط',
  authorFamily:
    'nama belakang|nama keluarga|nama akhir|soyad|soyadı|nazwisko|фамилия|прізвище|příjmení|cognome|achternaam|familienaam|نام خانوادگی|اسم العائلة|اللقب|姓|姓氏|성',
  authorAffiliation:
    'afiliasi|institusi|instansi|kurum|kurumu|afiliacja|instytucja|аффилиация|организация|место работы|афіліація|установа|afiliace|pracoviště|affiliazione|istituzione|ente|affiliatie|instelling|وابستگی|وابستگی سازمانی|الانتماء|المؤسسة|单位|機構|單位|机构|所属|所属機関|소속|소속기관',
  authorOther:
    'surel|alamat surel|e posta|eposta|adres e mail|эл почта|электронная почта|почта|електронна пошта|indirizzo e mail|e mailadres|ایمیل|پست الکترونیک|البريد الإلكتروني|邮箱|电子邮箱|电子邮件|電子郵件|信箱|メール|メールアドレス|이메일|전자우편|negara|ülke|kraj|страна|країна|země|paese|land|کشور|الدولة|国家|國家|国|국가',
};

/** Those of them that are also other words; they count only with the word "author" or a number beside them. */
export const ambiguousWorld =
  'nama|ad|adı|naam|jméno|имя|ім я|نام|الاسم|اللقب|名|名字|姓|姓名|氏名|이름|성|성명'.split('|');

/** Words for "author" in the same languages, for headings such as `Penulis 1`. */
export const worldAuthorWords =
  'penulis pengarang yazar yazarın autora autorzy автор автора авторы автори autore autori auteurs نویسنده المؤلف مؤلف الباحث 作者 著者 저자'.split(
    ' ',
  );

/** Words that say which language a text is in, in front of a heading without a blank: `英文标题`. */
export const joinedLanguages =
  /^(英文|英語|英语|外文|中文|日文|和文|日本語|영문|국문|한글|영어|한국어|국어)(?=\p{L})/u;
