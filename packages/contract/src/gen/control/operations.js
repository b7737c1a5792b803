// Generated from spec/ by `npm run generate`. Do not edit.
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// node_modules/ajv-formats/dist/formats.js
var require_formats = __commonJS({
  "node_modules/ajv-formats/dist/formats.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    exports.formatNames = exports.fastFormats = exports.fullFormats = void 0;
    function fmtDef(validate, compare) {
      return { validate, compare };
    }
    exports.fullFormats = {
      // date: http://tools.ietf.org/html/rfc3339#section-5.6
      date: fmtDef(date, compareDate),
      // date-time: http://tools.ietf.org/html/rfc3339#section-5.6
      time: fmtDef(getTime(true), compareTime),
      "date-time": fmtDef(getDateTime(true), compareDateTime),
      "iso-time": fmtDef(getTime(), compareIsoTime),
      "iso-date-time": fmtDef(getDateTime(), compareIsoDateTime),
      // duration: https://tools.ietf.org/html/rfc3339#appendix-A
      duration: /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/,
      uri,
      "uri-reference": /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
      // uri-template: https://tools.ietf.org/html/rfc6570
      "uri-template": /^(?:(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
      // For the source: https://gist.github.com/dperini/729294
      // For test cases: https://mathiasbynens.be/demo/url-regex
      url: /^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
      email: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
      hostname: /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i,
      // optimized https://www.safaribooksonline.com/library/view/regular-expressions-cookbook/9780596802837/ch07s16.html
      ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
      ipv6: /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
      regex,
      // uuid: http://tools.ietf.org/html/rfc4122
      uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
      // JSON-pointer: https://tools.ietf.org/html/rfc6901
      // uri fragment: https://tools.ietf.org/html/rfc3986#appendix-A
      "json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
      "json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
      // relative JSON-pointer: http://tools.ietf.org/html/draft-luff-relative-json-pointer-00
      "relative-json-pointer": /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
      // the following formats are used by the openapi specification: https://spec.openapis.org/oas/v3.0.0#data-types
      // byte: https://github.com/miguelmota/is-base64
      byte,
      // signed 32 bit integer
      int32: { type: "number", validate: validateInt32 },
      // signed 64 bit integer
      int64: { type: "number", validate: validateInt64 },
      // C-type float
      float: { type: "number", validate: validateNumber },
      // C-type double
      double: { type: "number", validate: validateNumber },
      // hint to the UI to hide input strings
      password: true,
      // unchecked string payload
      binary: true
    };
    exports.fastFormats = {
      ...exports.fullFormats,
      date: fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d$/, compareDate),
      time: fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareTime),
      "date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareDateTime),
      "iso-time": fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoTime),
      "iso-date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d[t\s](?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoDateTime),
      // uri: https://github.com/mafintosh/is-my-json-valid/blob/master/formats.js
      uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i,
      "uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
      // email (sources from jsen validator):
      // http://stackoverflow.com/questions/201323/using-a-regular-expression-to-validate-an-email-address#answer-8829363
      // http://www.w3.org/TR/html5/forms.html#valid-e-mail-address (search for 'wilful violation')
      email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
    };
    exports.formatNames = Object.keys(exports.fullFormats);
    function isLeapYear(year) {
      return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    }
    var DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/;
    var DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    function date(str) {
      const matches = DATE.exec(str);
      if (!matches)
        return false;
      const year = +matches[1];
      const month = +matches[2];
      const day = +matches[3];
      return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
    }
    function compareDate(d1, d2) {
      if (!(d1 && d2))
        return void 0;
      if (d1 > d2)
        return 1;
      if (d1 < d2)
        return -1;
      return 0;
    }
    var TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
    function getTime(strictTimeZone) {
      return function time(str) {
        const matches = TIME.exec(str);
        if (!matches)
          return false;
        const hr = +matches[1];
        const min = +matches[2];
        const sec = +matches[3];
        const tz = matches[4];
        const tzSign = matches[5] === "-" ? -1 : 1;
        const tzH = +(matches[6] || 0);
        const tzM = +(matches[7] || 0);
        if (tzH > 23 || tzM > 59 || strictTimeZone && !tz)
          return false;
        if (hr <= 23 && min <= 59 && sec < 60)
          return true;
        const utcMin = min - tzM * tzSign;
        const utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
        return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
      };
    }
    function compareTime(s1, s2) {
      if (!(s1 && s2))
        return void 0;
      const t1 = (/* @__PURE__ */ new Date("2020-01-01T" + s1)).valueOf();
      const t2 = (/* @__PURE__ */ new Date("2020-01-01T" + s2)).valueOf();
      if (!(t1 && t2))
        return void 0;
      return t1 - t2;
    }
    function compareIsoTime(t1, t2) {
      if (!(t1 && t2))
        return void 0;
      const a1 = TIME.exec(t1);
      const a2 = TIME.exec(t2);
      if (!(a1 && a2))
        return void 0;
      t1 = a1[1] + a1[2] + a1[3];
      t2 = a2[1] + a2[2] + a2[3];
      if (t1 > t2)
        return 1;
      if (t1 < t2)
        return -1;
      return 0;
    }
    var DATE_TIME_SEPARATOR = /t|\s/i;
    function getDateTime(strictTimeZone) {
      const time = getTime(strictTimeZone);
      return function date_time(str) {
        const dateTime = str.split(DATE_TIME_SEPARATOR);
        return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
      };
    }
    function compareDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return void 0;
      const d1 = new Date(dt1).valueOf();
      const d2 = new Date(dt2).valueOf();
      if (!(d1 && d2))
        return void 0;
      return d1 - d2;
    }
    function compareIsoDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return void 0;
      const [d1, t1] = dt1.split(DATE_TIME_SEPARATOR);
      const [d2, t2] = dt2.split(DATE_TIME_SEPARATOR);
      const res = compareDate(d1, d2);
      if (res === void 0)
        return void 0;
      return res || compareTime(t1, t2);
    }
    var NOT_URI_FRAGMENT = /\/|:/;
    var URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
    function uri(str) {
      return NOT_URI_FRAGMENT.test(str) && URI.test(str);
    }
    var BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm;
    function byte(str) {
      BYTE.lastIndex = 0;
      return BYTE.test(str);
    }
    var MIN_INT32 = -(2 ** 31);
    var MAX_INT32 = 2 ** 31 - 1;
    function validateInt32(value) {
      return Number.isInteger(value) && value <= MAX_INT32 && value >= MIN_INT32;
    }
    function validateInt64(value) {
      return Number.isInteger(value);
    }
    function validateNumber() {
      return true;
    }
    var Z_ANCHOR = /[^\\]\\Z/;
    function regex(str) {
      if (Z_ANCHOR.test(str))
        return false;
      try {
        new RegExp(str);
        return true;
      } catch (e) {
        return false;
      }
    }
  }
});

// node_modules/fast-deep-equal/index.js
var require_fast_deep_equal = __commonJS({
  "node_modules/fast-deep-equal/index.js"(exports, module) {
    "use strict";
    module.exports = function equal(a, b) {
      if (a === b) return true;
      if (a && b && typeof a == "object" && typeof b == "object") {
        if (a.constructor !== b.constructor) return false;
        var length, i, keys;
        if (Array.isArray(a)) {
          length = a.length;
          if (length != b.length) return false;
          for (i = length; i-- !== 0; )
            if (!equal(a[i], b[i])) return false;
          return true;
        }
        if (a.constructor === RegExp) return a.source === b.source && a.flags === b.flags;
        if (a.valueOf !== Object.prototype.valueOf) return a.valueOf() === b.valueOf();
        if (a.toString !== Object.prototype.toString) return a.toString() === b.toString();
        keys = Object.keys(a);
        length = keys.length;
        if (length !== Object.keys(b).length) return false;
        for (i = length; i-- !== 0; )
          if (!Object.prototype.hasOwnProperty.call(b, keys[i])) return false;
        for (i = length; i-- !== 0; ) {
          var key = keys[i];
          if (!equal(a[key], b[key])) return false;
        }
        return true;
      }
      return a !== a && b !== b;
    };
  }
});

// node_modules/ajv/dist/runtime/equal.js
var require_equal = __commonJS({
  "node_modules/ajv/dist/runtime/equal.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    var equal = require_fast_deep_equal();
    equal.code = 'require("ajv/dist/runtime/equal").default';
    exports.default = equal;
  }
});

// validators:validators:text
var getHealthParams = validate21;
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate21.errors = vErrors;
  return errors === 0;
}
var getHealthQuery = validate22;
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate22.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate22.errors = vErrors;
  return errors === 0;
}
var getOpenApiParams = validate23;
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate23.errors = vErrors;
  return errors === 0;
}
var getOpenApiQuery = validate24;
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate24.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate24.errors = vErrors;
  return errors === 0;
}
var getDocsParams = validate25;
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate25.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate25.errors = vErrors;
  return errors === 0;
}
var getDocsQuery = validate26;
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate26.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate26.errors = vErrors;
  return errors === 0;
}
var listSandboxesV1Params = validate27;
function validate27(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate27.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate27.errors = vErrors;
  return errors === 0;
}
var listSandboxesV1Query = validate28;
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.metadata !== void 0) {
        let data0 = data.metadata;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate28.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/properties/metadata/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["metadata"] = coerced0;
            }
          }
        }
      }
    } else {
      validate28.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate28.errors = vErrors;
  return errors === 0;
}
var createSandboxParams = validate29;
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate29.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate29.errors = vErrors;
  return errors === 0;
}
var createSandboxQuery = validate30;
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate30.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate30.errors = vErrors;
  return errors === 0;
}
var listSandboxesParams = validate31;
function validate31(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate31.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate31.errors = vErrors;
  return errors === 0;
}
var listSandboxesQuery = validate32;
var schema17 = { "$id": "listSandboxesQuery", "type": "object", "required": [], "properties": { "metadata": { "type": "string" }, "state": { "type": "array", "items": { "$ref": "control#/$defs/SandboxState" } }, "template": { "type": "string", "minLength": 1 }, "startedAfter": { "type": "string", "format": "date-time" }, "order": { "type": "string", "enum": ["asc", "desc"], "default": "desc" }, "nextToken": { "type": "string" }, "limit": { "type": "integer", "format": "int32", "minimum": 1, "maximum": 100, "default": 100 } } };
var schema19 = { "type": "string", "enum": ["running", "paused"] };
function validate34(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    let dataType0 = typeof data;
    let coerced0 = void 0;
    if (!(coerced0 !== void 0)) {
      if (dataType0 == "number" || dataType0 == "boolean") {
        coerced0 = "" + data;
      } else if (data === null) {
        coerced0 = "";
      } else {
        validate34.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
    if (coerced0 !== void 0) {
      data = coerced0;
      if (parentData !== void 0) {
        parentData[parentDataProperty] = coerced0;
      }
    }
  }
  if (!(data === "running" || data === "paused")) {
    validate34.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema19.enum } }];
    return false;
  }
  validate34.errors = vErrors;
  return errors === 0;
}
var func2 = require_ucs2length().default;
var formats0 = require_formats().fullFormats["date-time"];
var formats2 = require_formats().fullFormats.int32;
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.order === void 0) {
        data.order = "desc";
      }
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.metadata !== void 0) {
        let data0 = data.metadata;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate32.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/properties/metadata/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["metadata"] = coerced0;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.state !== void 0) {
          let data1 = data.state;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (Array.isArray(data1)) {
              var valid1 = true;
              const len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs5 = errors;
                if (!validate34(data1[i0], { instancePath: instancePath + "/state/" + i0, parentData: data1, parentDataProperty: i0, rootData })) {
                  vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
                  errors = vErrors.length;
                }
                var valid1 = _errs5 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate32.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.template !== void 0) {
            let data3 = data.template;
            const _errs6 = errors;
            if (typeof data3 !== "string") {
              let dataType1 = typeof data3;
              let coerced1 = void 0;
              if (!(coerced1 !== void 0)) {
                if (dataType1 == "number" || dataType1 == "boolean") {
                  coerced1 = "" + data3;
                } else if (data3 === null) {
                  coerced1 = "";
                } else {
                  validate32.errors = [{ instancePath: instancePath + "/template", schemaPath: "#/properties/template/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced1 !== void 0) {
                data3 = coerced1;
                if (data !== void 0) {
                  data["template"] = coerced1;
                }
              }
            }
            if (errors === _errs6) {
              if (typeof data3 === "string") {
                if (func2(data3) < 1) {
                  validate32.errors = [{ instancePath: instancePath + "/template", schemaPath: "#/properties/template/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            }
            var valid0 = _errs6 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.startedAfter !== void 0) {
              let data4 = data.startedAfter;
              const _errs8 = errors;
              if (typeof data4 !== "string") {
                let dataType2 = typeof data4;
                let coerced2 = void 0;
                if (!(coerced2 !== void 0)) {
                  if (dataType2 == "number" || dataType2 == "boolean") {
                    coerced2 = "" + data4;
                  } else if (data4 === null) {
                    coerced2 = "";
                  } else {
                    validate32.errors = [{ instancePath: instancePath + "/startedAfter", schemaPath: "#/properties/startedAfter/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                if (coerced2 !== void 0) {
                  data4 = coerced2;
                  if (data !== void 0) {
                    data["startedAfter"] = coerced2;
                  }
                }
              }
              if (errors === _errs8) {
                if (errors === _errs8) {
                  if (typeof data4 === "string") {
                    if (!formats0.validate(data4)) {
                      validate32.errors = [{ instancePath: instancePath + "/startedAfter", schemaPath: "#/properties/startedAfter/format", keyword: "format", params: { format: "date-time" } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs8 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              let data5 = data.order;
              const _errs10 = errors;
              if (typeof data5 !== "string") {
                let dataType3 = typeof data5;
                let coerced3 = void 0;
                if (!(coerced3 !== void 0)) {
                  if (dataType3 == "number" || dataType3 == "boolean") {
                    coerced3 = "" + data5;
                  } else if (data5 === null) {
                    coerced3 = "";
                  } else {
                    validate32.errors = [{ instancePath: instancePath + "/order", schemaPath: "#/properties/order/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                if (coerced3 !== void 0) {
                  data5 = coerced3;
                  if (data !== void 0) {
                    data["order"] = coerced3;
                  }
                }
              }
              if (!(data5 === "asc" || data5 === "desc")) {
                validate32.errors = [{ instancePath: instancePath + "/order", schemaPath: "#/properties/order/enum", keyword: "enum", params: { allowedValues: schema17.properties.order.enum } }];
                return false;
              }
              var valid0 = _errs10 === errors;
              if (valid0) {
                if (data.nextToken !== void 0) {
                  let data6 = data.nextToken;
                  const _errs12 = errors;
                  if (typeof data6 !== "string") {
                    let dataType4 = typeof data6;
                    let coerced4 = void 0;
                    if (!(coerced4 !== void 0)) {
                      if (dataType4 == "number" || dataType4 == "boolean") {
                        coerced4 = "" + data6;
                      } else if (data6 === null) {
                        coerced4 = "";
                      } else {
                        validate32.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                    if (coerced4 !== void 0) {
                      data6 = coerced4;
                      if (data !== void 0) {
                        data["nextToken"] = coerced4;
                      }
                    }
                  }
                  var valid0 = _errs12 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  let data7 = data.limit;
                  const _errs14 = errors;
                  if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                    let dataType5 = typeof data7;
                    let coerced5 = void 0;
                    if (!(coerced5 !== void 0)) {
                      if (dataType5 === "boolean" || data7 === null || dataType5 === "string" && data7 && data7 == +data7 && !(data7 % 1)) {
                        coerced5 = +data7;
                      } else {
                        validate32.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                    }
                    if (coerced5 !== void 0) {
                      data7 = coerced5;
                      if (data !== void 0) {
                        data["limit"] = coerced5;
                      }
                    }
                  }
                  if (errors === _errs14) {
                    if (typeof data7 == "number" && isFinite(data7)) {
                      if (data7 > 100 || isNaN(data7)) {
                        validate32.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                        return false;
                      } else {
                        if (data7 < 1 || isNaN(data7)) {
                          validate32.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                          return false;
                        } else {
                          if (!formats2.validate(data7)) {
                            validate32.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                            return false;
                          }
                        }
                      }
                    }
                  }
                  var valid0 = _errs14 === errors;
                }
              }
            }
          }
        }
      }
    } else {
      validate32.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate32.errors = vErrors;
  return errors === 0;
}
var createSandboxV2Params = validate36;
function validate36(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate36.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate36.errors = vErrors;
  return errors === 0;
}
var createSandboxV2Query = validate37;
function validate37(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate37.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate37.errors = vErrors;
  return errors === 0;
}
var getSandboxParams = validate38;
function validate38(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate38.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate38.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate38.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate38.errors = vErrors;
  return errors === 0;
}
var getSandboxQuery = validate39;
function validate39(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate39.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate39.errors = vErrors;
  return errors === 0;
}
var killSandboxParams = validate40;
function validate40(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate40.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate40.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate40.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate40.errors = vErrors;
  return errors === 0;
}
var killSandboxQuery = validate41;
function validate41(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate41.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate41.errors = vErrors;
  return errors === 0;
}
var setSandboxTimeoutParams = validate42;
function validate42(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate42.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate42.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate42.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate42.errors = vErrors;
  return errors === 0;
}
var setSandboxTimeoutQuery = validate43;
function validate43(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate43.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate43.errors = vErrors;
  return errors === 0;
}
var setSandboxNetworkParams = validate44;
function validate44(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate44.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate44.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate44.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate44.errors = vErrors;
  return errors === 0;
}
var setSandboxNetworkQuery = validate45;
function validate45(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate45.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate45.errors = vErrors;
  return errors === 0;
}
var refreshSandboxParams = validate46;
function validate46(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate46.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate46.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate46.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate46.errors = vErrors;
  return errors === 0;
}
var refreshSandboxQuery = validate47;
function validate47(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate47.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate47.errors = vErrors;
  return errors === 0;
}
var connectSandboxParams = validate48;
function validate48(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate48.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate48.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate48.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate48.errors = vErrors;
  return errors === 0;
}
var connectSandboxQuery = validate49;
function validate49(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate49.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate49.errors = vErrors;
  return errors === 0;
}
var connectSandboxV2Params = validate50;
function validate50(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate50.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate50.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate50.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate50.errors = vErrors;
  return errors === 0;
}
var connectSandboxV2Query = validate51;
function validate51(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate51.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate51.errors = vErrors;
  return errors === 0;
}
var pauseSandboxParams = validate52;
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate52.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate52.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate52.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate52.errors = vErrors;
  return errors === 0;
}
var pauseSandboxQuery = validate53;
function validate53(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate53.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate53.errors = vErrors;
  return errors === 0;
}
var resumeSandboxParams = validate54;
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate54.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate54.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate54.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate54.errors = vErrors;
  return errors === 0;
}
var resumeSandboxQuery = validate55;
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate55.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate55.errors = vErrors;
  return errors === 0;
}
var forkSandboxParams = validate56;
function validate56(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate56.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate56.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate56.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate56.errors = vErrors;
  return errors === 0;
}
var forkSandboxQuery = validate57;
function validate57(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate57.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate57.errors = vErrors;
  return errors === 0;
}
var createSnapshotParams = validate58;
function validate58(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate58.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate58.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate58.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate58.errors = vErrors;
  return errors === 0;
}
var createSnapshotQuery = validate59;
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate59.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate59.errors = vErrors;
  return errors === 0;
}
var listSnapshotsParams = validate60;
function validate60(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate60.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate60.errors = vErrors;
  return errors === 0;
}
var listSnapshotsQuery = validate61;
function validate61(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.sandboxID !== void 0) {
        let data0 = data.sandboxID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate61.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["sandboxID"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func2(data0) < 1) {
              validate61.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/minLength", keyword: "minLength", params: { limit: 1 } }];
              return false;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.name !== void 0) {
          let data1 = data.name;
          const _errs3 = errors;
          if (typeof data1 !== "string") {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data1;
              } else if (data1 === null) {
                coerced1 = "";
              } else {
                validate61.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["name"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func2(data1) < 1) {
                validate61.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.nextToken !== void 0) {
            let data2 = data.nextToken;
            const _errs5 = errors;
            if (typeof data2 !== "string") {
              let dataType2 = typeof data2;
              let coerced2 = void 0;
              if (!(coerced2 !== void 0)) {
                if (dataType2 == "number" || dataType2 == "boolean") {
                  coerced2 = "" + data2;
                } else if (data2 === null) {
                  coerced2 = "";
                } else {
                  validate61.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced2 !== void 0) {
                data2 = coerced2;
                if (data !== void 0) {
                  data["nextToken"] = coerced2;
                }
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            let data3 = data.limit;
            const _errs7 = errors;
            if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
              let dataType3 = typeof data3;
              let coerced3 = void 0;
              if (!(coerced3 !== void 0)) {
                if (dataType3 === "boolean" || data3 === null || dataType3 === "string" && data3 && data3 == +data3 && !(data3 % 1)) {
                  coerced3 = +data3;
                } else {
                  validate61.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
              }
              if (coerced3 !== void 0) {
                data3 = coerced3;
                if (data !== void 0) {
                  data["limit"] = coerced3;
                }
              }
            }
            if (errors === _errs7) {
              if (typeof data3 == "number" && isFinite(data3)) {
                if (data3 > 100 || isNaN(data3)) {
                  validate61.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                  return false;
                } else {
                  if (data3 < 1 || isNaN(data3)) {
                    validate61.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  } else {
                    if (!formats2.validate(data3)) {
                      validate61.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
              }
            }
            var valid0 = _errs7 === errors;
          }
        }
      }
    } else {
      validate61.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate61.errors = vErrors;
  return errors === 0;
}
var requestBuildParams = validate62;
function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate62.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate62.errors = vErrors;
  return errors === 0;
}
var requestBuildQuery = validate63;
function validate63(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate63.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate63.errors = vErrors;
  return errors === 0;
}
var startBuildParams = validate64;
function validate64(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.buildID === void 0 && (missing0 = "buildID")) {
        validate64.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate64.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.buildID !== void 0) {
            let data1 = data.buildID;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              let dataType1 = typeof data1;
              let coerced1 = void 0;
              if (!(coerced1 !== void 0)) {
                if (dataType1 == "number" || dataType1 == "boolean") {
                  coerced1 = "" + data1;
                } else if (data1 === null) {
                  coerced1 = "";
                } else {
                  validate64.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced1 !== void 0) {
                data1 = coerced1;
                if (data !== void 0) {
                  data["buildID"] = coerced1;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate64.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate64.errors = vErrors;
  return errors === 0;
}
var startBuildQuery = validate65;
function validate65(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate65.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate65.errors = vErrors;
  return errors === 0;
}
var getUploadLinkParams = validate66;
function validate66(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.hash === void 0 && (missing0 = "hash")) {
        validate66.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate66.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.hash !== void 0) {
            let data1 = data.hash;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              let dataType1 = typeof data1;
              let coerced1 = void 0;
              if (!(coerced1 !== void 0)) {
                if (dataType1 == "number" || dataType1 == "boolean") {
                  coerced1 = "" + data1;
                } else if (data1 === null) {
                  coerced1 = "";
                } else {
                  validate66.errors = [{ instancePath: instancePath + "/hash", schemaPath: "#/properties/hash/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced1 !== void 0) {
                data1 = coerced1;
                if (data !== void 0) {
                  data["hash"] = coerced1;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate66.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate66.errors = vErrors;
  return errors === 0;
}
var getUploadLinkQuery = validate67;
function validate67(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate67.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate67.errors = vErrors;
  return errors === 0;
}
var getBuildStatusParams = validate68;
function validate68(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.buildID === void 0 && (missing0 = "buildID")) {
        validate68.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate68.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.buildID !== void 0) {
            let data1 = data.buildID;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              let dataType1 = typeof data1;
              let coerced1 = void 0;
              if (!(coerced1 !== void 0)) {
                if (dataType1 == "number" || dataType1 == "boolean") {
                  coerced1 = "" + data1;
                } else if (data1 === null) {
                  coerced1 = "";
                } else {
                  validate68.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced1 !== void 0) {
                data1 = coerced1;
                if (data !== void 0) {
                  data["buildID"] = coerced1;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate68.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate68.errors = vErrors;
  return errors === 0;
}
var getBuildStatusQuery = validate69;
var schema54 = { "type": "string", "enum": ["debug", "info", "warn", "error"] };
function validate70(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    let dataType0 = typeof data;
    let coerced0 = void 0;
    if (!(coerced0 !== void 0)) {
      if (dataType0 == "number" || dataType0 == "boolean") {
        coerced0 = "" + data;
      } else if (data === null) {
        coerced0 = "";
      } else {
        validate70.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
    if (coerced0 !== void 0) {
      data = coerced0;
      if (parentData !== void 0) {
        parentData[parentDataProperty] = coerced0;
      }
    }
  }
  if (!(data === "debug" || data === "info" || data === "warn" || data === "error")) {
    validate70.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema54.enum } }];
    return false;
  }
  validate70.errors = vErrors;
  return errors === 0;
}
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.logsOffset === void 0) {
        data.logsOffset = 0;
      }
      if (data.limit === void 0) {
        data.limit = 100;
      }
      let data0 = data.logsOffset;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        let dataType0 = typeof data0;
        let coerced0 = void 0;
        if (!(coerced0 !== void 0)) {
          if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1)) {
            coerced0 = +data0;
          } else {
            validate69.errors = [{ instancePath: instancePath + "/logsOffset", schemaPath: "#/properties/logsOffset/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
        }
        if (coerced0 !== void 0) {
          data0 = coerced0;
          if (data !== void 0) {
            data["logsOffset"] = coerced0;
          }
        }
      }
      if (errors === _errs1) {
        if (typeof data0 == "number" && isFinite(data0)) {
          if (data0 < 0 || isNaN(data0)) {
            validate69.errors = [{ instancePath: instancePath + "/logsOffset", schemaPath: "#/properties/logsOffset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
            return false;
          } else {
            if (!formats2.validate(data0)) {
              validate69.errors = [{ instancePath: instancePath + "/logsOffset", schemaPath: "#/properties/logsOffset/format", keyword: "format", params: { format: "int32" } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType1 = typeof data1;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced1 = +data1;
            } else {
              validate69.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced1 !== void 0) {
            data1 = coerced1;
            if (data !== void 0) {
              data["limit"] = coerced1;
            }
          }
        }
        if (errors === _errs3) {
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 > 100 || isNaN(data1)) {
              validate69.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 0 || isNaN(data1)) {
                validate69.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats2.validate(data1)) {
                  validate69.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          if (data.level !== void 0) {
            const _errs5 = errors;
            if (!validate70(data.level, { instancePath: instancePath + "/level", parentData: data, parentDataProperty: "level", rootData })) {
              vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate69.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate69.errors = vErrors;
  return errors === 0;
}
var getBuildLogsParams = validate72;
function validate72(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.buildID === void 0 && (missing0 = "buildID")) {
        validate72.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate72.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.buildID !== void 0) {
            let data1 = data.buildID;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              let dataType1 = typeof data1;
              let coerced1 = void 0;
              if (!(coerced1 !== void 0)) {
                if (dataType1 == "number" || dataType1 == "boolean") {
                  coerced1 = "" + data1;
                } else if (data1 === null) {
                  coerced1 = "";
                } else {
                  validate72.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced1 !== void 0) {
                data1 = coerced1;
                if (data !== void 0) {
                  data["buildID"] = coerced1;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate72.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate72.errors = vErrors;
  return errors === 0;
}
var getBuildLogsQuery = validate73;
var schema56 = { "$id": "getBuildLogsQuery", "type": "object", "required": [], "properties": { "pageCursor": { "type": "string", "maxLength": 512 }, "cursor": { "type": "integer", "format": "int64", "minimum": 0 }, "limit": { "type": "integer", "format": "int32", "minimum": 0, "maximum": 100, "default": 100 }, "direction": { "type": "string", "enum": ["forward", "backward"], "default": "forward" }, "level": { "$ref": "control#/$defs/LogLevel" }, "source": { "type": "string", "enum": ["temporary", "persistent"] } } };
var formats10 = require_formats().fullFormats.int64;
function validate74(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    let dataType0 = typeof data;
    let coerced0 = void 0;
    if (!(coerced0 !== void 0)) {
      if (dataType0 == "number" || dataType0 == "boolean") {
        coerced0 = "" + data;
      } else if (data === null) {
        coerced0 = "";
      } else {
        validate74.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
    if (coerced0 !== void 0) {
      data = coerced0;
      if (parentData !== void 0) {
        parentData[parentDataProperty] = coerced0;
      }
    }
  }
  if (!(data === "debug" || data === "info" || data === "warn" || data === "error")) {
    validate74.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema54.enum } }];
    return false;
  }
  validate74.errors = vErrors;
  return errors === 0;
}
function validate73(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.direction === void 0) {
        data.direction = "forward";
      }
      if (data.pageCursor !== void 0) {
        let data0 = data.pageCursor;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate73.errors = [{ instancePath: instancePath + "/pageCursor", schemaPath: "#/properties/pageCursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["pageCursor"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func2(data0) > 512) {
              validate73.errors = [{ instancePath: instancePath + "/pageCursor", schemaPath: "#/properties/pageCursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
              return false;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
                coerced1 = +data1;
              } else {
                validate73.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["cursor"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 < 0 || isNaN(data1)) {
                validate73.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats10.validate(data1)) {
                  validate73.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          let data2 = data.limit;
          const _errs5 = errors;
          if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
            let dataType2 = typeof data2;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 === "boolean" || data2 === null || dataType2 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
                coerced2 = +data2;
              } else {
                validate73.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced2 !== void 0) {
              data2 = coerced2;
              if (data !== void 0) {
                data["limit"] = coerced2;
              }
            }
          }
          if (errors === _errs5) {
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 100 || isNaN(data2)) {
                validate73.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                return false;
              } else {
                if (data2 < 0 || isNaN(data2)) {
                  validate73.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                } else {
                  if (!formats2.validate(data2)) {
                    validate73.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
            }
          }
          var valid0 = _errs5 === errors;
          if (valid0) {
            let data3 = data.direction;
            const _errs7 = errors;
            if (typeof data3 !== "string") {
              let dataType3 = typeof data3;
              let coerced3 = void 0;
              if (!(coerced3 !== void 0)) {
                if (dataType3 == "number" || dataType3 == "boolean") {
                  coerced3 = "" + data3;
                } else if (data3 === null) {
                  coerced3 = "";
                } else {
                  validate73.errors = [{ instancePath: instancePath + "/direction", schemaPath: "#/properties/direction/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced3 !== void 0) {
                data3 = coerced3;
                if (data !== void 0) {
                  data["direction"] = coerced3;
                }
              }
            }
            if (!(data3 === "forward" || data3 === "backward")) {
              validate73.errors = [{ instancePath: instancePath + "/direction", schemaPath: "#/properties/direction/enum", keyword: "enum", params: { allowedValues: schema56.properties.direction.enum } }];
              return false;
            }
            var valid0 = _errs7 === errors;
            if (valid0) {
              if (data.level !== void 0) {
                const _errs9 = errors;
                if (!validate74(data.level, { instancePath: instancePath + "/level", parentData: data, parentDataProperty: "level", rootData })) {
                  vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.source !== void 0) {
                  let data5 = data.source;
                  const _errs10 = errors;
                  if (typeof data5 !== "string") {
                    let dataType4 = typeof data5;
                    let coerced4 = void 0;
                    if (!(coerced4 !== void 0)) {
                      if (dataType4 == "number" || dataType4 == "boolean") {
                        coerced4 = "" + data5;
                      } else if (data5 === null) {
                        coerced4 = "";
                      } else {
                        validate73.errors = [{ instancePath: instancePath + "/source", schemaPath: "#/properties/source/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                    if (coerced4 !== void 0) {
                      data5 = coerced4;
                      if (data !== void 0) {
                        data["source"] = coerced4;
                      }
                    }
                  }
                  if (!(data5 === "temporary" || data5 === "persistent")) {
                    validate73.errors = [{ instancePath: instancePath + "/source", schemaPath: "#/properties/source/enum", keyword: "enum", params: { allowedValues: schema56.properties.source.enum } }];
                    return false;
                  }
                  var valid0 = _errs10 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate73.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate73.errors = vErrors;
  return errors === 0;
}
var getTemplateByAliasParams = validate76;
function validate76(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.alias === void 0 && (missing0 = "alias")) {
        validate76.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.alias !== void 0) {
          let data0 = data.alias;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate76.errors = [{ instancePath: instancePath + "/alias", schemaPath: "#/properties/alias/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["alias"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate76.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate76.errors = vErrors;
  return errors === 0;
}
var getTemplateByAliasQuery = validate77;
function validate77(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate77.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate77.errors = vErrors;
  return errors === 0;
}
var listTemplatesV1Params = validate78;
function validate78(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate78.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate78.errors = vErrors;
  return errors === 0;
}
var listTemplatesV1Query = validate79;
function validate79(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.teamID !== void 0) {
        let data0 = data.teamID;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate79.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["teamID"] = coerced0;
            }
          }
        }
      }
    } else {
      validate79.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate79.errors = vErrors;
  return errors === 0;
}
var listTemplatesParams = validate80;
function validate80(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate80.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate80.errors = vErrors;
  return errors === 0;
}
var listTemplatesQuery = validate81;
function validate81(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.teamID !== void 0) {
        let data0 = data.teamID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate81.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["teamID"] = coerced0;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.nextToken !== void 0) {
          let data1 = data.nextToken;
          const _errs3 = errors;
          if (typeof data1 !== "string") {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data1;
              } else if (data1 === null) {
                coerced1 = "";
              } else {
                validate81.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["nextToken"] = coerced1;
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          let data2 = data.limit;
          const _errs5 = errors;
          if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
            let dataType2 = typeof data2;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 === "boolean" || data2 === null || dataType2 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
                coerced2 = +data2;
              } else {
                validate81.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced2 !== void 0) {
              data2 = coerced2;
              if (data !== void 0) {
                data["limit"] = coerced2;
              }
            }
          }
          if (errors === _errs5) {
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 100 || isNaN(data2)) {
                validate81.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                return false;
              } else {
                if (data2 < 1 || isNaN(data2)) {
                  validate81.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                  return false;
                } else {
                  if (!formats2.validate(data2)) {
                    validate81.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
            }
          }
          var valid0 = _errs5 === errors;
        }
      }
    } else {
      validate81.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate81.errors = vErrors;
  return errors === 0;
}
var updateTemplateParams = validate82;
function validate82(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID")) {
        validate82.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate82.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate82.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate82.errors = vErrors;
  return errors === 0;
}
var updateTemplateQuery = validate83;
function validate83(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate83.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate83.errors = vErrors;
  return errors === 0;
}
var assignTagsParams = validate84;
function validate84(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate84.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate84.errors = vErrors;
  return errors === 0;
}
var assignTagsQuery = validate85;
function validate85(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate85.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate85.errors = vErrors;
  return errors === 0;
}
var removeTagsParams = validate86;
function validate86(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate86.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate86.errors = vErrors;
  return errors === 0;
}
var removeTagsQuery = validate87;
function validate87(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate87.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate87.errors = vErrors;
  return errors === 0;
}
var listTagsParams = validate88;
function validate88(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID")) {
        validate88.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate88.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate88.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate88.errors = vErrors;
  return errors === 0;
}
var listTagsQuery = validate89;
function validate89(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate89.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate89.errors = vErrors;
  return errors === 0;
}
var getTemplateParams = validate90;
function validate90(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID")) {
        validate90.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate90.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate90.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate90.errors = vErrors;
  return errors === 0;
}
var getTemplateQuery = validate91;
function validate91(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.nextToken !== void 0) {
        let data0 = data.nextToken;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate91.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["nextToken"] = coerced0;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType1 = typeof data1;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced1 = +data1;
            } else {
              validate91.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced1 !== void 0) {
            data1 = coerced1;
            if (data !== void 0) {
              data["limit"] = coerced1;
            }
          }
        }
        if (errors === _errs3) {
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 > 100 || isNaN(data1)) {
              validate91.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate91.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              } else {
                if (!formats2.validate(data1)) {
                  validate91.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
      }
    } else {
      validate91.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate91.errors = vErrors;
  return errors === 0;
}
var updateTemplateV1Params = validate92;
function validate92(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID")) {
        validate92.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate92.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate92.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate92.errors = vErrors;
  return errors === 0;
}
var updateTemplateV1Query = validate93;
function validate93(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate93.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate93.errors = vErrors;
  return errors === 0;
}
var deleteTemplateParams = validate94;
function validate94(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID")) {
        validate94.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate94.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["templateID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate94.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate94.errors = vErrors;
  return errors === 0;
}
var deleteTemplateQuery = validate95;
function validate95(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate95.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate95.errors = vErrors;
  return errors === 0;
}
var getJwksParams = validate96;
function validate96(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate96.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate96.errors = vErrors;
  return errors === 0;
}
var getJwksQuery = validate97;
function validate97(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate97.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate97.errors = vErrors;
  return errors === 0;
}
var listSecretsParams = validate98;
function validate98(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate98.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate98.errors = vErrors;
  return errors === 0;
}
var listSecretsQuery = validate99;
function validate99(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.nextToken !== void 0) {
        let data0 = data.nextToken;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate99.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["nextToken"] = coerced0;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType1 = typeof data1;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced1 = +data1;
            } else {
              validate99.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced1 !== void 0) {
            data1 = coerced1;
            if (data !== void 0) {
              data["limit"] = coerced1;
            }
          }
        }
        if (errors === _errs3) {
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 > 100 || isNaN(data1)) {
              validate99.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate99.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              } else {
                if (!formats2.validate(data1)) {
                  validate99.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
      }
    } else {
      validate99.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate99.errors = vErrors;
  return errors === 0;
}
var createSecretParams = validate100;
function validate100(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate100.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate100.errors = vErrors;
  return errors === 0;
}
var createSecretQuery = validate101;
function validate101(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate101.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate101.errors = vErrors;
  return errors === 0;
}
var getSecretParams = validate102;
function validate102(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.secretID === void 0 && (missing0 = "secretID")) {
        validate102.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.secretID !== void 0) {
          let data0 = data.secretID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate102.errors = [{ instancePath: instancePath + "/secretID", schemaPath: "#/properties/secretID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["secretID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate102.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate102.errors = vErrors;
  return errors === 0;
}
var getSecretQuery = validate103;
function validate103(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate103.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate103.errors = vErrors;
  return errors === 0;
}
var updateSecretParams = validate104;
function validate104(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.secretID === void 0 && (missing0 = "secretID")) {
        validate104.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.secretID !== void 0) {
          let data0 = data.secretID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate104.errors = [{ instancePath: instancePath + "/secretID", schemaPath: "#/properties/secretID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["secretID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate104.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate104.errors = vErrors;
  return errors === 0;
}
var updateSecretQuery = validate105;
function validate105(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate105.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate105.errors = vErrors;
  return errors === 0;
}
var deleteSecretParams = validate106;
function validate106(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.secretID === void 0 && (missing0 = "secretID")) {
        validate106.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.secretID !== void 0) {
          let data0 = data.secretID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate106.errors = [{ instancePath: instancePath + "/secretID", schemaPath: "#/properties/secretID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["secretID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate106.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate106.errors = vErrors;
  return errors === 0;
}
var deleteSecretQuery = validate107;
function validate107(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate107.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate107.errors = vErrors;
  return errors === 0;
}
var listVolumesParams = validate108;
function validate108(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate108.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate108.errors = vErrors;
  return errors === 0;
}
var listVolumesQuery = validate109;
function validate109(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate109.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate109.errors = vErrors;
  return errors === 0;
}
var createVolumeParams = validate110;
function validate110(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate110.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate110.errors = vErrors;
  return errors === 0;
}
var createVolumeQuery = validate111;
function validate111(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate111.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate111.errors = vErrors;
  return errors === 0;
}
var getVolumeParams = validate112;
function validate112(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.volumeID === void 0 && (missing0 = "volumeID")) {
        validate112.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.volumeID !== void 0) {
          let data0 = data.volumeID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate112.errors = [{ instancePath: instancePath + "/volumeID", schemaPath: "#/properties/volumeID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["volumeID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate112.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate112.errors = vErrors;
  return errors === 0;
}
var getVolumeQuery = validate113;
function validate113(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate113.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate113.errors = vErrors;
  return errors === 0;
}
var deleteVolumeParams = validate114;
function validate114(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.volumeID === void 0 && (missing0 = "volumeID")) {
        validate114.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.volumeID !== void 0) {
          let data0 = data.volumeID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate114.errors = [{ instancePath: instancePath + "/volumeID", schemaPath: "#/properties/volumeID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["volumeID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate114.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate114.errors = vErrors;
  return errors === 0;
}
var deleteVolumeQuery = validate115;
function validate115(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.force !== void 0) {
        let data0 = data.force;
        if (typeof data0 !== "boolean") {
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (data0 === "false" || data0 === 0 || data0 === null) {
              coerced0 = false;
            } else if (data0 === "true" || data0 === 1) {
              coerced0 = true;
            } else {
              validate115.errors = [{ instancePath: instancePath + "/force", schemaPath: "#/properties/force/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["force"] = coerced0;
            }
          }
        }
      }
    } else {
      validate115.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate115.errors = vErrors;
  return errors === 0;
}
var getSandboxLogsV2Params = validate116;
function validate116(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate116.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate116.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate116.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate116.errors = vErrors;
  return errors === 0;
}
var getSandboxLogsV2Query = validate117;
var schema100 = { "type": "string", "enum": ["forward", "backward"] };
function validate118(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    let dataType0 = typeof data;
    let coerced0 = void 0;
    if (!(coerced0 !== void 0)) {
      if (dataType0 == "number" || dataType0 == "boolean") {
        coerced0 = "" + data;
      } else if (data === null) {
        coerced0 = "";
      } else {
        validate118.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
    if (coerced0 !== void 0) {
      data = coerced0;
      if (parentData !== void 0) {
        parentData[parentDataProperty] = coerced0;
      }
    }
  }
  if (!(data === "forward" || data === "backward")) {
    validate118.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema100.enum } }];
    return false;
  }
  validate118.errors = vErrors;
  return errors === 0;
}
function validate120(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    let dataType0 = typeof data;
    let coerced0 = void 0;
    if (!(coerced0 !== void 0)) {
      if (dataType0 == "number" || dataType0 == "boolean") {
        coerced0 = "" + data;
      } else if (data === null) {
        coerced0 = "";
      } else {
        validate120.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
        return false;
      }
    }
    if (coerced0 !== void 0) {
      data = coerced0;
      if (parentData !== void 0) {
        parentData[parentDataProperty] = coerced0;
      }
    }
  }
  if (!(data === "debug" || data === "info" || data === "warn" || data === "error")) {
    validate120.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema54.enum } }];
    return false;
  }
  validate120.errors = vErrors;
  return errors === 0;
}
function validate117(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 1e3;
      }
      if (data.pageCursor !== void 0) {
        let data0 = data.pageCursor;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate117.errors = [{ instancePath: instancePath + "/pageCursor", schemaPath: "#/properties/pageCursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["pageCursor"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func2(data0) > 512) {
              validate117.errors = [{ instancePath: instancePath + "/pageCursor", schemaPath: "#/properties/pageCursor/maxLength", keyword: "maxLength", params: { limit: 512 } }];
              return false;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.cursor !== void 0) {
          let data1 = data.cursor;
          const _errs3 = errors;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
                coerced1 = +data1;
              } else {
                validate117.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["cursor"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 < 0 || isNaN(data1)) {
                validate117.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats10.validate(data1)) {
                  validate117.errors = [{ instancePath: instancePath + "/cursor", schemaPath: "#/properties/cursor/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          let data2 = data.limit;
          const _errs5 = errors;
          if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
            let dataType2 = typeof data2;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 === "boolean" || data2 === null || dataType2 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
                coerced2 = +data2;
              } else {
                validate117.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced2 !== void 0) {
              data2 = coerced2;
              if (data !== void 0) {
                data["limit"] = coerced2;
              }
            }
          }
          if (errors === _errs5) {
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 1e3 || isNaN(data2)) {
                validate117.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 } }];
                return false;
              } else {
                if (data2 < 0 || isNaN(data2)) {
                  validate117.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                } else {
                  if (!formats2.validate(data2)) {
                    validate117.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
            }
          }
          var valid0 = _errs5 === errors;
          if (valid0) {
            if (data.direction !== void 0) {
              const _errs7 = errors;
              if (!validate118(data.direction, { instancePath: instancePath + "/direction", parentData: data, parentDataProperty: "direction", rootData })) {
                vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.level !== void 0) {
                const _errs8 = errors;
                if (!validate120(data.level, { instancePath: instancePath + "/level", parentData: data, parentDataProperty: "level", rootData })) {
                  vErrors = vErrors === null ? validate120.errors : vErrors.concat(validate120.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs8 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.search !== void 0) {
                  let data5 = data.search;
                  const _errs9 = errors;
                  if (typeof data5 !== "string") {
                    let dataType3 = typeof data5;
                    let coerced3 = void 0;
                    if (!(coerced3 !== void 0)) {
                      if (dataType3 == "number" || dataType3 == "boolean") {
                        coerced3 = "" + data5;
                      } else if (data5 === null) {
                        coerced3 = "";
                      } else {
                        validate117.errors = [{ instancePath: instancePath + "/search", schemaPath: "#/properties/search/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                    if (coerced3 !== void 0) {
                      data5 = coerced3;
                      if (data !== void 0) {
                        data["search"] = coerced3;
                      }
                    }
                  }
                  if (errors === _errs9) {
                    if (typeof data5 === "string") {
                      if (func2(data5) > 256) {
                        validate117.errors = [{ instancePath: instancePath + "/search", schemaPath: "#/properties/search/maxLength", keyword: "maxLength", params: { limit: 256 } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate117.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate117.errors = vErrors;
  return errors === 0;
}
var getSandboxLogsParams = validate122;
function validate122(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate122.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate122.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate122.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate122.errors = vErrors;
  return errors === 0;
}
var getSandboxLogsQuery = validate123;
function validate123(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 1e3;
      }
      if (data.start !== void 0) {
        let data0 = data.start;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1)) {
              coerced0 = +data0;
            } else {
              validate123.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["start"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 < 0 || isNaN(data0)) {
              validate123.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats10.validate(data0)) {
                validate123.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/format", keyword: "format", params: { format: "int64" } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType1 = typeof data1;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced1 = +data1;
            } else {
              validate123.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced1 !== void 0) {
            data1 = coerced1;
            if (data !== void 0) {
              data["limit"] = coerced1;
            }
          }
        }
        if (errors === _errs3) {
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 > 1e3 || isNaN(data1)) {
              validate123.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 } }];
              return false;
            } else {
              if (data1 < 0 || isNaN(data1)) {
                validate123.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats2.validate(data1)) {
                  validate123.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
      }
    } else {
      validate123.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate123.errors = vErrors;
  return errors === 0;
}
var listApiKeysParams = validate124;
function validate124(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate124.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate124.errors = vErrors;
  return errors === 0;
}
var listApiKeysQuery = validate125;
function validate125(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate125.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate125.errors = vErrors;
  return errors === 0;
}
var createApiKeyParams = validate126;
function validate126(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate126.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate126.errors = vErrors;
  return errors === 0;
}
var createApiKeyQuery = validate127;
function validate127(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate127.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate127.errors = vErrors;
  return errors === 0;
}
var renameApiKeyParams = validate128;
function validate128(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.apiKeyID === void 0 && (missing0 = "apiKeyID")) {
        validate128.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.apiKeyID !== void 0) {
          let data0 = data.apiKeyID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate128.errors = [{ instancePath: instancePath + "/apiKeyID", schemaPath: "#/properties/apiKeyID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["apiKeyID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate128.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate128.errors = vErrors;
  return errors === 0;
}
var renameApiKeyQuery = validate129;
function validate129(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate129.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate129.errors = vErrors;
  return errors === 0;
}
var deleteApiKeyParams = validate130;
function validate130(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.apiKeyID === void 0 && (missing0 = "apiKeyID")) {
        validate130.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.apiKeyID !== void 0) {
          let data0 = data.apiKeyID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate130.errors = [{ instancePath: instancePath + "/apiKeyID", schemaPath: "#/properties/apiKeyID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["apiKeyID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate130.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate130.errors = vErrors;
  return errors === 0;
}
var deleteApiKeyQuery = validate131;
function validate131(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate131.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate131.errors = vErrors;
  return errors === 0;
}
var getSandboxMetricsParams = validate132;
function validate132(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate132.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate132.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate132.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate132.errors = vErrors;
  return errors === 0;
}
var getSandboxMetricsQuery = validate133;
function validate133(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.start !== void 0) {
        let data0 = data.start;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1)) {
              coerced0 = +data0;
            } else {
              validate133.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["start"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 < 0 || isNaN(data0)) {
              validate133.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats10.validate(data0)) {
                validate133.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/format", keyword: "format", params: { format: "int64" } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.end !== void 0) {
          let data1 = data.end;
          const _errs3 = errors;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
                coerced1 = +data1;
              } else {
                validate133.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["end"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 < 0 || isNaN(data1)) {
                validate133.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats10.validate(data1)) {
                  validate133.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate133.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate133.errors = vErrors;
  return errors === 0;
}
var getSandboxesMetricsParams = validate134;
function validate134(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate134.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate134.errors = vErrors;
  return errors === 0;
}
var getSandboxesMetricsQuery = validate135;
function validate135(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandbox_ids === void 0 && (missing0 = "sandbox_ids")) {
        validate135.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandbox_ids !== void 0) {
          let data0 = data.sandbox_ids;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              if (data0.length > 100) {
                validate135.errors = [{ instancePath: instancePath + "/sandbox_ids", schemaPath: "#/properties/sandbox_ids/maxItems", keyword: "maxItems", params: { limit: 100 } }];
                return false;
              } else {
                var valid1 = true;
                const len0 = data0.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data1 = data0[i0];
                  const _errs3 = errors;
                  if (typeof data1 !== "string") {
                    let dataType0 = typeof data1;
                    let coerced0 = void 0;
                    if (!(coerced0 !== void 0)) {
                      if (dataType0 == "number" || dataType0 == "boolean") {
                        coerced0 = "" + data1;
                      } else if (data1 === null) {
                        coerced0 = "";
                      } else {
                        validate135.errors = [{ instancePath: instancePath + "/sandbox_ids/" + i0, schemaPath: "#/properties/sandbox_ids/items/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                    if (coerced0 !== void 0) {
                      data1 = coerced0;
                      if (data0 !== void 0) {
                        data0[i0] = coerced0;
                      }
                    }
                  }
                  var valid1 = _errs3 === errors;
                  if (!valid1) {
                    break;
                  }
                }
              }
            } else {
              validate135.errors = [{ instancePath: instancePath + "/sandbox_ids", schemaPath: "#/properties/sandbox_ids/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
        }
      }
    } else {
      validate135.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate135.errors = vErrors;
  return errors === 0;
}
var listTeamsParams = validate136;
function validate136(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate136.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate136.errors = vErrors;
  return errors === 0;
}
var listTeamsQuery = validate137;
function validate137(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate137.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate137.errors = vErrors;
  return errors === 0;
}
var getTeamMetricsParams = validate138;
function validate138(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID")) {
        validate138.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          let data0 = data.teamID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate138.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["teamID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate138.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate138.errors = vErrors;
  return errors === 0;
}
var getTeamMetricsQuery = validate139;
function validate139(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.start !== void 0) {
        let data0 = data.start;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1)) {
              coerced0 = +data0;
            } else {
              validate139.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["start"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 < 0 || isNaN(data0)) {
              validate139.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats10.validate(data0)) {
                validate139.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/format", keyword: "format", params: { format: "int64" } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.end !== void 0) {
          let data1 = data.end;
          const _errs3 = errors;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
                coerced1 = +data1;
              } else {
                validate139.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["end"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 < 0 || isNaN(data1)) {
                validate139.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats10.validate(data1)) {
                  validate139.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate139.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate139.errors = vErrors;
  return errors === 0;
}
var getMaxTeamMetricParams = validate140;
function validate140(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID")) {
        validate140.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          let data0 = data.teamID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate140.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["teamID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate140.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate140.errors = vErrors;
  return errors === 0;
}
var getMaxTeamMetricQuery = validate141;
var schema121 = { "$id": "getMaxTeamMetricQuery", "type": "object", "required": ["metric"], "properties": { "start": { "type": "integer", "format": "int64", "minimum": 0 }, "end": { "type": "integer", "format": "int64", "minimum": 0 }, "metric": { "type": "string", "enum": ["concurrent_sandboxes", "sandbox_start_rate"] } } };
function validate141(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.metric === void 0 && (missing0 = "metric")) {
        validate141.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.start !== void 0) {
          let data0 = data.start;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1)) {
                coerced0 = +data0;
              } else {
                validate141.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["start"] = coerced0;
              }
            }
          }
          if (errors === _errs1) {
            if (typeof data0 == "number" && isFinite(data0)) {
              if (data0 < 0 || isNaN(data0)) {
                validate141.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats10.validate(data0)) {
                  validate141.errors = [{ instancePath: instancePath + "/start", schemaPath: "#/properties/start/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.end !== void 0) {
            let data1 = data.end;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              let dataType1 = typeof data1;
              let coerced1 = void 0;
              if (!(coerced1 !== void 0)) {
                if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
                  coerced1 = +data1;
                } else {
                  validate141.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
              }
              if (coerced1 !== void 0) {
                data1 = coerced1;
                if (data !== void 0) {
                  data["end"] = coerced1;
                }
              }
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (data1 < 0 || isNaN(data1)) {
                  validate141.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                } else {
                  if (!formats10.validate(data1)) {
                    validate141.errors = [{ instancePath: instancePath + "/end", schemaPath: "#/properties/end/format", keyword: "format", params: { format: "int64" } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.metric !== void 0) {
              let data2 = data.metric;
              const _errs5 = errors;
              if (typeof data2 !== "string") {
                let dataType2 = typeof data2;
                let coerced2 = void 0;
                if (!(coerced2 !== void 0)) {
                  if (dataType2 == "number" || dataType2 == "boolean") {
                    coerced2 = "" + data2;
                  } else if (data2 === null) {
                    coerced2 = "";
                  } else {
                    validate141.errors = [{ instancePath: instancePath + "/metric", schemaPath: "#/properties/metric/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                if (coerced2 !== void 0) {
                  data2 = coerced2;
                  if (data !== void 0) {
                    data["metric"] = coerced2;
                  }
                }
              }
              if (!(data2 === "concurrent_sandboxes" || data2 === "sandbox_start_rate")) {
                validate141.errors = [{ instancePath: instancePath + "/metric", schemaPath: "#/properties/metric/enum", keyword: "enum", params: { allowedValues: schema121.properties.metric.enum } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate141.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate141.errors = vErrors;
  return errors === 0;
}
var listEventsParams = validate142;
function validate142(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate142.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate142.errors = vErrors;
  return errors === 0;
}
var listEventsQuery = validate143;
function validate143(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.sandboxID !== void 0) {
        let data0 = data.sandboxID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate143.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["sandboxID"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func2(data0) < 1) {
              validate143.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/minLength", keyword: "minLength", params: { limit: 1 } }];
              return false;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.kind !== void 0) {
          let data1 = data.kind;
          const _errs3 = errors;
          if (typeof data1 !== "string") {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data1;
              } else if (data1 === null) {
                coerced1 = "";
              } else {
                validate143.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["kind"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func2(data1) > 64) {
                validate143.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                return false;
              } else {
                if (func2(data1) < 1) {
                  validate143.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.nextToken !== void 0) {
            let data2 = data.nextToken;
            const _errs5 = errors;
            if (typeof data2 !== "string") {
              let dataType2 = typeof data2;
              let coerced2 = void 0;
              if (!(coerced2 !== void 0)) {
                if (dataType2 == "number" || dataType2 == "boolean") {
                  coerced2 = "" + data2;
                } else if (data2 === null) {
                  coerced2 = "";
                } else {
                  validate143.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced2 !== void 0) {
                data2 = coerced2;
                if (data !== void 0) {
                  data["nextToken"] = coerced2;
                }
              }
            }
            if (errors === _errs5) {
              if (typeof data2 === "string") {
                if (func2(data2) > 512) {
                  validate143.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                  return false;
                }
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            let data3 = data.limit;
            const _errs7 = errors;
            if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
              let dataType3 = typeof data3;
              let coerced3 = void 0;
              if (!(coerced3 !== void 0)) {
                if (dataType3 === "boolean" || data3 === null || dataType3 === "string" && data3 && data3 == +data3 && !(data3 % 1)) {
                  coerced3 = +data3;
                } else {
                  validate143.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
              }
              if (coerced3 !== void 0) {
                data3 = coerced3;
                if (data !== void 0) {
                  data["limit"] = coerced3;
                }
              }
            }
            if (errors === _errs7) {
              if (typeof data3 == "number" && isFinite(data3)) {
                if (data3 > 100 || isNaN(data3)) {
                  validate143.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                  return false;
                } else {
                  if (data3 < 1 || isNaN(data3)) {
                    validate143.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  } else {
                    if (!formats2.validate(data3)) {
                      validate143.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
              }
            }
            var valid0 = _errs7 === errors;
          }
        }
      }
    } else {
      validate143.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate143.errors = vErrors;
  return errors === 0;
}
var listSandboxEventsParams = validate144;
function validate144(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate144.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate144.errors = vErrors;
  return errors === 0;
}
var listSandboxEventsQuery = validate145;
function validate145(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.offset === void 0) {
        data.offset = 0;
      }
      if (data.limit === void 0) {
        data.limit = 10;
      }
      if (data.orderAsc === void 0) {
        data.orderAsc = false;
      }
      let data0 = data.offset;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        let dataType0 = typeof data0;
        let coerced0 = void 0;
        if (!(coerced0 !== void 0)) {
          if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1)) {
            coerced0 = +data0;
          } else {
            validate145.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
        }
        if (coerced0 !== void 0) {
          data0 = coerced0;
          if (data !== void 0) {
            data["offset"] = coerced0;
          }
        }
      }
      if (errors === _errs1) {
        if (typeof data0 == "number" && isFinite(data0)) {
          if (data0 > 1e6 || isNaN(data0)) {
            validate145.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } }];
            return false;
          } else {
            if (data0 < 0 || isNaN(data0)) {
              validate145.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats2.validate(data0)) {
                validate145.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/format", keyword: "format", params: { format: "int32" } }];
                return false;
              }
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType1 = typeof data1;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced1 = +data1;
            } else {
              validate145.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced1 !== void 0) {
            data1 = coerced1;
            if (data !== void 0) {
              data["limit"] = coerced1;
            }
          }
        }
        if (errors === _errs3) {
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 > 100 || isNaN(data1)) {
              validate145.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate145.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              } else {
                if (!formats2.validate(data1)) {
                  validate145.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          let data2 = data.orderAsc;
          const _errs5 = errors;
          if (typeof data2 !== "boolean") {
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (data2 === "false" || data2 === 0 || data2 === null) {
                coerced2 = false;
              } else if (data2 === "true" || data2 === 1) {
                coerced2 = true;
              } else {
                validate145.errors = [{ instancePath: instancePath + "/orderAsc", schemaPath: "#/properties/orderAsc/type", keyword: "type", params: { type: "boolean" } }];
                return false;
              }
            }
            if (coerced2 !== void 0) {
              data2 = coerced2;
              if (data !== void 0) {
                data["orderAsc"] = coerced2;
              }
            }
          }
          var valid0 = _errs5 === errors;
        }
      }
    } else {
      validate145.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate145.errors = vErrors;
  return errors === 0;
}
var listEventsOfSandboxParams = validate146;
function validate146(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID")) {
        validate146.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          let data0 = data.sandboxID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate146.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["sandboxID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate146.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate146.errors = vErrors;
  return errors === 0;
}
var listEventsOfSandboxQuery = validate147;
function validate147(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.offset === void 0) {
        data.offset = 0;
      }
      if (data.limit === void 0) {
        data.limit = 10;
      }
      if (data.orderAsc === void 0) {
        data.orderAsc = false;
      }
      let data0 = data.offset;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        let dataType0 = typeof data0;
        let coerced0 = void 0;
        if (!(coerced0 !== void 0)) {
          if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1)) {
            coerced0 = +data0;
          } else {
            validate147.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
        }
        if (coerced0 !== void 0) {
          data0 = coerced0;
          if (data !== void 0) {
            data["offset"] = coerced0;
          }
        }
      }
      if (errors === _errs1) {
        if (typeof data0 == "number" && isFinite(data0)) {
          if (data0 > 1e6 || isNaN(data0)) {
            validate147.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 } }];
            return false;
          } else {
            if (data0 < 0 || isNaN(data0)) {
              validate147.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats2.validate(data0)) {
                validate147.errors = [{ instancePath: instancePath + "/offset", schemaPath: "#/properties/offset/format", keyword: "format", params: { format: "int32" } }];
                return false;
              }
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        let data1 = data.limit;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType1 = typeof data1;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced1 = +data1;
            } else {
              validate147.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced1 !== void 0) {
            data1 = coerced1;
            if (data !== void 0) {
              data["limit"] = coerced1;
            }
          }
        }
        if (errors === _errs3) {
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 > 100 || isNaN(data1)) {
              validate147.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate147.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              } else {
                if (!formats2.validate(data1)) {
                  validate147.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          let data2 = data.orderAsc;
          const _errs5 = errors;
          if (typeof data2 !== "boolean") {
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (data2 === "false" || data2 === 0 || data2 === null) {
                coerced2 = false;
              } else if (data2 === "true" || data2 === 1) {
                coerced2 = true;
              } else {
                validate147.errors = [{ instancePath: instancePath + "/orderAsc", schemaPath: "#/properties/orderAsc/type", keyword: "type", params: { type: "boolean" } }];
                return false;
              }
            }
            if (coerced2 !== void 0) {
              data2 = coerced2;
              if (data !== void 0) {
                data["orderAsc"] = coerced2;
              }
            }
          }
          var valid0 = _errs5 === errors;
        }
      }
    } else {
      validate147.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate147.errors = vErrors;
  return errors === 0;
}
var listWebhooksParams = validate148;
function validate148(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate148.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate148.errors = vErrors;
  return errors === 0;
}
var listWebhooksQuery = validate149;
function validate149(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate149.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate149.errors = vErrors;
  return errors === 0;
}
var createWebhookParams = validate150;
function validate150(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate150.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate150.errors = vErrors;
  return errors === 0;
}
var createWebhookQuery = validate151;
function validate151(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate151.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate151.errors = vErrors;
  return errors === 0;
}
var getWebhookParams = validate152;
function validate152(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.webhookID === void 0 && (missing0 = "webhookID")) {
        validate152.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.webhookID !== void 0) {
          let data0 = data.webhookID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate152.errors = [{ instancePath: instancePath + "/webhookID", schemaPath: "#/properties/webhookID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["webhookID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate152.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate152.errors = vErrors;
  return errors === 0;
}
var getWebhookQuery = validate153;
function validate153(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate153.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate153.errors = vErrors;
  return errors === 0;
}
var updateWebhookParams = validate154;
function validate154(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.webhookID === void 0 && (missing0 = "webhookID")) {
        validate154.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.webhookID !== void 0) {
          let data0 = data.webhookID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate154.errors = [{ instancePath: instancePath + "/webhookID", schemaPath: "#/properties/webhookID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["webhookID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate154.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate154.errors = vErrors;
  return errors === 0;
}
var updateWebhookQuery = validate155;
function validate155(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate155.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate155.errors = vErrors;
  return errors === 0;
}
var deleteWebhookParams = validate156;
function validate156(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.webhookID === void 0 && (missing0 = "webhookID")) {
        validate156.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.webhookID !== void 0) {
          let data0 = data.webhookID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate156.errors = [{ instancePath: instancePath + "/webhookID", schemaPath: "#/properties/webhookID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["webhookID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate156.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate156.errors = vErrors;
  return errors === 0;
}
var deleteWebhookQuery = validate157;
function validate157(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate157.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate157.errors = vErrors;
  return errors === 0;
}
var testWebhookParams = validate158;
function validate158(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.webhookID === void 0 && (missing0 = "webhookID")) {
        validate158.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.webhookID !== void 0) {
          let data0 = data.webhookID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate158.errors = [{ instancePath: instancePath + "/webhookID", schemaPath: "#/properties/webhookID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["webhookID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate158.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate158.errors = vErrors;
  return errors === 0;
}
var testWebhookQuery = validate159;
function validate159(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate159.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate159.errors = vErrors;
  return errors === 0;
}
var listDeliveriesParams = validate160;
function validate160(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.webhookID === void 0 && (missing0 = "webhookID")) {
        validate160.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.webhookID !== void 0) {
          let data0 = data.webhookID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate160.errors = [{ instancePath: instancePath + "/webhookID", schemaPath: "#/properties/webhookID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["webhookID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate160.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate160.errors = vErrors;
  return errors === 0;
}
var listDeliveriesQuery = validate161;
var schema141 = { "$id": "listDeliveriesQuery", "type": "object", "required": [], "properties": { "state": { "type": "string", "enum": ["pending", "delivered", "dead"] }, "nextToken": { "type": "string", "maxLength": 512 }, "limit": { "type": "integer", "format": "int32", "minimum": 1, "maximum": 100, "default": 100 } } };
function validate161(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.state !== void 0) {
        let data0 = data.state;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate161.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["state"] = coerced0;
            }
          }
        }
        if (!(data0 === "pending" || data0 === "delivered" || data0 === "dead")) {
          validate161.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema141.properties.state.enum } }];
          return false;
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.nextToken !== void 0) {
          let data1 = data.nextToken;
          const _errs3 = errors;
          if (typeof data1 !== "string") {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data1;
              } else if (data1 === null) {
                coerced1 = "";
              } else {
                validate161.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["nextToken"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func2(data1) > 512) {
                validate161.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                return false;
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          let data2 = data.limit;
          const _errs5 = errors;
          if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
            let dataType2 = typeof data2;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 === "boolean" || data2 === null || dataType2 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
                coerced2 = +data2;
              } else {
                validate161.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced2 !== void 0) {
              data2 = coerced2;
              if (data !== void 0) {
                data["limit"] = coerced2;
              }
            }
          }
          if (errors === _errs5) {
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 100 || isNaN(data2)) {
                validate161.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                return false;
              } else {
                if (data2 < 1 || isNaN(data2)) {
                  validate161.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                  return false;
                } else {
                  if (!formats2.validate(data2)) {
                    validate161.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
            }
          }
          var valid0 = _errs5 === errors;
        }
      }
    } else {
      validate161.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate161.errors = vErrors;
  return errors === 0;
}
var redeliverParams = validate162;
function validate162(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.webhookID === void 0 && (missing0 = "webhookID") || data.deliveryID === void 0 && (missing0 = "deliveryID")) {
        validate162.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.webhookID !== void 0) {
          let data0 = data.webhookID;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate162.errors = [{ instancePath: instancePath + "/webhookID", schemaPath: "#/properties/webhookID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["webhookID"] = coerced0;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.deliveryID !== void 0) {
            let data1 = data.deliveryID;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              let dataType1 = typeof data1;
              let coerced1 = void 0;
              if (!(coerced1 !== void 0)) {
                if (dataType1 == "number" || dataType1 == "boolean") {
                  coerced1 = "" + data1;
                } else if (data1 === null) {
                  coerced1 = "";
                } else {
                  validate162.errors = [{ instancePath: instancePath + "/deliveryID", schemaPath: "#/properties/deliveryID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced1 !== void 0) {
                data1 = coerced1;
                if (data !== void 0) {
                  data["deliveryID"] = coerced1;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate162.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate162.errors = vErrors;
  return errors === 0;
}
var redeliverQuery = validate163;
function validate163(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate163.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate163.errors = vErrors;
  return errors === 0;
}
var readLedgerParams = validate164;
function validate164(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate164.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate164.errors = vErrors;
  return errors === 0;
}
var readLedgerQuery = validate165;
function validate165(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.after === void 0) {
        data.after = 0;
      }
      if (data.limit === void 0) {
        data.limit = 1e3;
      }
      let data0 = data.after;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        let dataType0 = typeof data0;
        let coerced0 = void 0;
        if (!(coerced0 !== void 0)) {
          if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1)) {
            coerced0 = +data0;
          } else {
            validate165.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
        }
        if (coerced0 !== void 0) {
          data0 = coerced0;
          if (data !== void 0) {
            data["after"] = coerced0;
          }
        }
      }
      if (errors === _errs1) {
        if (typeof data0 == "number" && isFinite(data0)) {
          if (data0 < 0 || isNaN(data0)) {
            validate165.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
            return false;
          } else {
            if (!formats10.validate(data0)) {
              validate165.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/format", keyword: "format", params: { format: "int64" } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.since !== void 0) {
          let data1 = data.since;
          const _errs3 = errors;
          if (typeof data1 !== "string") {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data1;
              } else if (data1 === null) {
                coerced1 = "";
              } else {
                validate165.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["since"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (!formats0.validate(data1)) {
                  validate165.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/format", keyword: "format", params: { format: "date-time" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          let data2 = data.limit;
          const _errs5 = errors;
          if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
            let dataType2 = typeof data2;
            let coerced2 = void 0;
            if (!(coerced2 !== void 0)) {
              if (dataType2 === "boolean" || data2 === null || dataType2 === "string" && data2 && data2 == +data2 && !(data2 % 1)) {
                coerced2 = +data2;
              } else {
                validate165.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
            }
            if (coerced2 !== void 0) {
              data2 = coerced2;
              if (data !== void 0) {
                data["limit"] = coerced2;
              }
            }
          }
          if (errors === _errs5) {
            if (typeof data2 == "number" && isFinite(data2)) {
              if (data2 > 1e3 || isNaN(data2)) {
                validate165.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 } }];
                return false;
              } else {
                if (data2 < 1 || isNaN(data2)) {
                  validate165.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                  return false;
                } else {
                  if (!formats2.validate(data2)) {
                    validate165.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
            }
          }
          var valid0 = _errs5 === errors;
        }
      }
    } else {
      validate165.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate165.errors = vErrors;
  return errors === 0;
}
var adminReadLedgerParams = validate166;
function validate166(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate166.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate166.errors = vErrors;
  return errors === 0;
}
var adminReadLedgerQuery = validate167;
function validate167(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.after === void 0) {
        data.after = 0;
      }
      if (data.limit === void 0) {
        data.limit = 1e3;
      }
      if (data.teamID !== void 0) {
        let data0 = data.teamID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate167.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["teamID"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func2(data0) < 1) {
              validate167.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/minLength", keyword: "minLength", params: { limit: 1 } }];
              return false;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        let data1 = data.after;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          let dataType1 = typeof data1;
          let coerced1 = void 0;
          if (!(coerced1 !== void 0)) {
            if (dataType1 === "boolean" || data1 === null || dataType1 === "string" && data1 && data1 == +data1 && !(data1 % 1)) {
              coerced1 = +data1;
            } else {
              validate167.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
          if (coerced1 !== void 0) {
            data1 = coerced1;
            if (data !== void 0) {
              data["after"] = coerced1;
            }
          }
        }
        if (errors === _errs3) {
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 < 0 || isNaN(data1)) {
              validate167.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats10.validate(data1)) {
                validate167.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/format", keyword: "format", params: { format: "int64" } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          if (data.since !== void 0) {
            let data2 = data.since;
            const _errs5 = errors;
            if (typeof data2 !== "string") {
              let dataType2 = typeof data2;
              let coerced2 = void 0;
              if (!(coerced2 !== void 0)) {
                if (dataType2 == "number" || dataType2 == "boolean") {
                  coerced2 = "" + data2;
                } else if (data2 === null) {
                  coerced2 = "";
                } else {
                  validate167.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced2 !== void 0) {
                data2 = coerced2;
                if (data !== void 0) {
                  data["since"] = coerced2;
                }
              }
            }
            if (errors === _errs5) {
              if (errors === _errs5) {
                if (typeof data2 === "string") {
                  if (!formats0.validate(data2)) {
                    validate167.errors = [{ instancePath: instancePath + "/since", schemaPath: "#/properties/since/format", keyword: "format", params: { format: "date-time" } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            let data3 = data.limit;
            const _errs7 = errors;
            if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
              let dataType3 = typeof data3;
              let coerced3 = void 0;
              if (!(coerced3 !== void 0)) {
                if (dataType3 === "boolean" || data3 === null || dataType3 === "string" && data3 && data3 == +data3 && !(data3 % 1)) {
                  coerced3 = +data3;
                } else {
                  validate167.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
              }
              if (coerced3 !== void 0) {
                data3 = coerced3;
                if (data !== void 0) {
                  data["limit"] = coerced3;
                }
              }
            }
            if (errors === _errs7) {
              if (typeof data3 == "number" && isFinite(data3)) {
                if (data3 > 1e3 || isNaN(data3)) {
                  validate167.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 } }];
                  return false;
                } else {
                  if (data3 < 1 || isNaN(data3)) {
                    validate167.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  } else {
                    if (!formats2.validate(data3)) {
                      validate167.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
              }
            }
            var valid0 = _errs7 === errors;
          }
        }
      }
    } else {
      validate167.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate167.errors = vErrors;
  return errors === 0;
}
var adminListLedgersParams = validate168;
function validate168(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate168.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate168.errors = vErrors;
  return errors === 0;
}
var adminListLedgersQuery = validate169;
function validate169(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate169.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate169.errors = vErrors;
  return errors === 0;
}
var adminListEventsParams = validate170;
function validate170(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate170.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate170.errors = vErrors;
  return errors === 0;
}
var adminListEventsQuery = validate171;
function validate171(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.limit === void 0) {
        data.limit = 100;
      }
      if (data.teamID !== void 0) {
        let data0 = data.teamID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate171.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["teamID"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func2(data0) < 1) {
              validate171.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/minLength", keyword: "minLength", params: { limit: 1 } }];
              return false;
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.sandboxID !== void 0) {
          let data1 = data.sandboxID;
          const _errs3 = errors;
          if (typeof data1 !== "string") {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data1;
              } else if (data1 === null) {
                coerced1 = "";
              } else {
                validate171.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["sandboxID"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func2(data1) < 1) {
                validate171.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.kind !== void 0) {
            let data2 = data.kind;
            const _errs5 = errors;
            if (typeof data2 !== "string") {
              let dataType2 = typeof data2;
              let coerced2 = void 0;
              if (!(coerced2 !== void 0)) {
                if (dataType2 == "number" || dataType2 == "boolean") {
                  coerced2 = "" + data2;
                } else if (data2 === null) {
                  coerced2 = "";
                } else {
                  validate171.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced2 !== void 0) {
                data2 = coerced2;
                if (data !== void 0) {
                  data["kind"] = coerced2;
                }
              }
            }
            if (errors === _errs5) {
              if (typeof data2 === "string") {
                if (func2(data2) > 64) {
                  validate171.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/maxLength", keyword: "maxLength", params: { limit: 64 } }];
                  return false;
                } else {
                  if (func2(data2) < 1) {
                    validate171.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.nextToken !== void 0) {
              let data3 = data.nextToken;
              const _errs7 = errors;
              if (typeof data3 !== "string") {
                let dataType3 = typeof data3;
                let coerced3 = void 0;
                if (!(coerced3 !== void 0)) {
                  if (dataType3 == "number" || dataType3 == "boolean") {
                    coerced3 = "" + data3;
                  } else if (data3 === null) {
                    coerced3 = "";
                  } else {
                    validate171.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                if (coerced3 !== void 0) {
                  data3 = coerced3;
                  if (data !== void 0) {
                    data["nextToken"] = coerced3;
                  }
                }
              }
              if (errors === _errs7) {
                if (typeof data3 === "string") {
                  if (func2(data3) > 512) {
                    validate171.errors = [{ instancePath: instancePath + "/nextToken", schemaPath: "#/properties/nextToken/maxLength", keyword: "maxLength", params: { limit: 512 } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              let data4 = data.limit;
              const _errs9 = errors;
              if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                let dataType4 = typeof data4;
                let coerced4 = void 0;
                if (!(coerced4 !== void 0)) {
                  if (dataType4 === "boolean" || data4 === null || dataType4 === "string" && data4 && data4 == +data4 && !(data4 % 1)) {
                    coerced4 = +data4;
                  } else {
                    validate171.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                }
                if (coerced4 !== void 0) {
                  data4 = coerced4;
                  if (data !== void 0) {
                    data["limit"] = coerced4;
                  }
                }
              }
              if (errors === _errs9) {
                if (typeof data4 == "number" && isFinite(data4)) {
                  if (data4 > 100 || isNaN(data4)) {
                    validate171.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                    return false;
                  } else {
                    if (data4 < 1 || isNaN(data4)) {
                      validate171.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                      return false;
                    } else {
                      if (!formats2.validate(data4)) {
                        validate171.errors = [{ instancePath: instancePath + "/limit", schemaPath: "#/properties/limit/format", keyword: "format", params: { format: "int32" } }];
                        return false;
                      }
                    }
                  }
                }
              }
              var valid0 = _errs9 === errors;
            }
          }
        }
      }
    } else {
      validate171.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate171.errors = vErrors;
  return errors === 0;
}
var adminListTeamsParams = validate172;
function validate172(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate172.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate172.errors = vErrors;
  return errors === 0;
}
var adminListTeamsQuery = validate173;
function validate173(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate173.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate173.errors = vErrors;
  return errors === 0;
}
var adminCreateTeamParams = validate174;
function validate174(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate174.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate174.errors = vErrors;
  return errors === 0;
}
var adminCreateTeamQuery = validate175;
function validate175(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate175.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate175.errors = vErrors;
  return errors === 0;
}
var adminSetTeamLimitsParams = validate176;
function validate176(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID")) {
        validate176.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          let data0 = data.teamID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate176.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["teamID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate176.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate176.errors = vErrors;
  return errors === 0;
}
var adminSetTeamLimitsQuery = validate177;
function validate177(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate177.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate177.errors = vErrors;
  return errors === 0;
}
var adminCreateApiKeyParams = validate178;
function validate178(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID")) {
        validate178.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          let data0 = data.teamID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate178.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["teamID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate178.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate178.errors = vErrors;
  return errors === 0;
}
var adminCreateApiKeyQuery = validate179;
function validate179(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate179.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate179.errors = vErrors;
  return errors === 0;
}
var adminDeleteApiKeyParams = validate180;
function validate180(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID") || data.apiKeyID === void 0 && (missing0 = "apiKeyID")) {
        validate180.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          let data0 = data.teamID;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate180.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["teamID"] = coerced0;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.apiKeyID !== void 0) {
            let data1 = data.apiKeyID;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              let dataType1 = typeof data1;
              let coerced1 = void 0;
              if (!(coerced1 !== void 0)) {
                if (dataType1 == "number" || dataType1 == "boolean") {
                  coerced1 = "" + data1;
                } else if (data1 === null) {
                  coerced1 = "";
                } else {
                  validate180.errors = [{ instancePath: instancePath + "/apiKeyID", schemaPath: "#/properties/apiKeyID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              if (coerced1 !== void 0) {
                data1 = coerced1;
                if (data !== void 0) {
                  data["apiKeyID"] = coerced1;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate180.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate180.errors = vErrors;
  return errors === 0;
}
var adminDeleteApiKeyQuery = validate181;
function validate181(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate181.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate181.errors = vErrors;
  return errors === 0;
}
var adminKillSandboxesParams = validate182;
function validate182(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID")) {
        validate182.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          let data0 = data.teamID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate182.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["teamID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate182.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate182.errors = vErrors;
  return errors === 0;
}
var adminKillSandboxesQuery = validate183;
function validate183(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate183.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate183.errors = vErrors;
  return errors === 0;
}
var adminCancelBuildsParams = validate184;
function validate184(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID")) {
        validate184.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          let data0 = data.teamID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate184.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["teamID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate184.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate184.errors = vErrors;
  return errors === 0;
}
var adminCancelBuildsQuery = validate185;
function validate185(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate185.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate185.errors = vErrors;
  return errors === 0;
}
var adminCountRunningParams = validate186;
function validate186(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate186.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate186.errors = vErrors;
  return errors === 0;
}
var adminCountRunningQuery = validate187;
function validate187(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate187.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate187.errors = vErrors;
  return errors === 0;
}
var adminListNodesParams = validate188;
function validate188(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate188.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate188.errors = vErrors;
  return errors === 0;
}
var adminListNodesQuery = validate189;
var formats66 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate189(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.clusterID !== void 0) {
        let data0 = data.clusterID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate189.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["clusterID"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (!formats66.test(data0)) {
                validate189.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/format", keyword: "format", params: { format: "uuid" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate189.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate189.errors = vErrors;
  return errors === 0;
}
var adminGetNodeParams = validate190;
function validate190(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.nodeID === void 0 && (missing0 = "nodeID")) {
        validate190.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.nodeID !== void 0) {
          let data0 = data.nodeID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate190.errors = [{ instancePath: instancePath + "/nodeID", schemaPath: "#/properties/nodeID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["nodeID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate190.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate190.errors = vErrors;
  return errors === 0;
}
var adminGetNodeQuery = validate191;
function validate191(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.clusterID !== void 0) {
        let data0 = data.clusterID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate191.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["clusterID"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (!formats66.test(data0)) {
                validate191.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/format", keyword: "format", params: { format: "uuid" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate191.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate191.errors = vErrors;
  return errors === 0;
}
var adminSetNodeStatusParams = validate192;
function validate192(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.nodeID === void 0 && (missing0 = "nodeID")) {
        validate192.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.nodeID !== void 0) {
          let data0 = data.nodeID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate192.errors = [{ instancePath: instancePath + "/nodeID", schemaPath: "#/properties/nodeID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["nodeID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate192.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate192.errors = vErrors;
  return errors === 0;
}
var adminSetNodeStatusQuery = validate193;
function validate193(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (!(data && typeof data == "object" && !Array.isArray(data))) {
      validate193.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate193.errors = vErrors;
  return errors === 0;
}
var adminRemoveNodeParams = validate194;
function validate194(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.nodeID === void 0 && (missing0 = "nodeID")) {
        validate194.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.nodeID !== void 0) {
          let data0 = data.nodeID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate194.errors = [{ instancePath: instancePath + "/nodeID", schemaPath: "#/properties/nodeID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["nodeID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate194.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate194.errors = vErrors;
  return errors === 0;
}
var adminRemoveNodeQuery = validate195;
function validate195(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.clusterID !== void 0) {
        let data0 = data.clusterID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate195.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["clusterID"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (!formats66.test(data0)) {
                validate195.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/format", keyword: "format", params: { format: "uuid" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate195.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate195.errors = vErrors;
  return errors === 0;
}
var adminMoveSandboxesParams = validate196;
function validate196(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.nodeID === void 0 && (missing0 = "nodeID")) {
        validate196.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.nodeID !== void 0) {
          let data0 = data.nodeID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate196.errors = [{ instancePath: instancePath + "/nodeID", schemaPath: "#/properties/nodeID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["nodeID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate196.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate196.errors = vErrors;
  return errors === 0;
}
var adminMoveSandboxesQuery = validate197;
function validate197(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.after === void 0) {
        data.after = "";
      }
      let data0 = data.after;
      const _errs1 = errors;
      if (typeof data0 !== "string") {
        let dataType0 = typeof data0;
        let coerced0 = void 0;
        if (!(coerced0 !== void 0)) {
          if (dataType0 == "number" || dataType0 == "boolean") {
            coerced0 = "" + data0;
          } else if (data0 === null) {
            coerced0 = "";
          } else {
            validate197.errors = [{ instancePath: instancePath + "/after", schemaPath: "#/properties/after/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
        if (coerced0 !== void 0) {
          data0 = coerced0;
          if (data !== void 0) {
            data["after"] = coerced0;
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.clusterID !== void 0) {
          let data1 = data.clusterID;
          const _errs3 = errors;
          if (typeof data1 !== "string") {
            let dataType1 = typeof data1;
            let coerced1 = void 0;
            if (!(coerced1 !== void 0)) {
              if (dataType1 == "number" || dataType1 == "boolean") {
                coerced1 = "" + data1;
              } else if (data1 === null) {
                coerced1 = "";
              } else {
                validate197.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced1 !== void 0) {
              data1 = coerced1;
              if (data !== void 0) {
                data["clusterID"] = coerced1;
              }
            }
          }
          if (errors === _errs3) {
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (!formats66.test(data1)) {
                  validate197.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/format", keyword: "format", params: { format: "uuid" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate197.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate197.errors = vErrors;
  return errors === 0;
}
var adminLoseNodeParams = validate198;
function validate198(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.nodeID === void 0 && (missing0 = "nodeID")) {
        validate198.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.nodeID !== void 0) {
          let data0 = data.nodeID;
          if (typeof data0 !== "string") {
            let dataType0 = typeof data0;
            let coerced0 = void 0;
            if (!(coerced0 !== void 0)) {
              if (dataType0 == "number" || dataType0 == "boolean") {
                coerced0 = "" + data0;
              } else if (data0 === null) {
                coerced0 = "";
              } else {
                validate198.errors = [{ instancePath: instancePath + "/nodeID", schemaPath: "#/properties/nodeID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            if (coerced0 !== void 0) {
              data0 = coerced0;
              if (data !== void 0) {
                data["nodeID"] = coerced0;
              }
            }
          }
        }
      }
    } else {
      validate198.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate198.errors = vErrors;
  return errors === 0;
}
var adminLoseNodeQuery = validate199;
function validate199(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.clusterID !== void 0) {
        let data0 = data.clusterID;
        const _errs1 = errors;
        if (typeof data0 !== "string") {
          let dataType0 = typeof data0;
          let coerced0 = void 0;
          if (!(coerced0 !== void 0)) {
            if (dataType0 == "number" || dataType0 == "boolean") {
              coerced0 = "" + data0;
            } else if (data0 === null) {
              coerced0 = "";
            } else {
              validate199.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          if (coerced0 !== void 0) {
            data0 = coerced0;
            if (data !== void 0) {
              data["clusterID"] = coerced0;
            }
          }
        }
        if (errors === _errs1) {
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (!formats66.test(data0)) {
                validate199.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/format", keyword: "format", params: { format: "uuid" } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate199.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate199.errors = vErrors;
  return errors === 0;
}

// validators:validators:body
var createSandboxBody = validate212;
var func22 = require_ucs2length().default;
function validate252(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.enabled === void 0 && (missing0 = "enabled")) {
        validate252.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.enabled !== void 0) {
          if (typeof data.enabled !== "boolean") {
            validate252.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/properties/enabled/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
        }
      }
    } else {
      validate252.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate252.errors = vErrors;
  return errors === 0;
}
var schema12 = { "type": ["object", "null"], "required": ["address"], "properties": { "address": { "type": "string", "description": "`host:port` of a SOCKS5 proxy; `http://host:port` of one that accepts CONNECT" }, "username": { "type": "string", "maxLength": 255 }, "password": { "type": "string", "maxLength": 255, "description": "Never returned" } } };
function validate282(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data)) && data !== null) {
    validate282.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema12.type } }];
    return false;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.address === void 0 && (missing0 = "address")) {
        validate282.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.address !== void 0) {
          const _errs1 = errors;
          if (typeof data.address !== "string") {
            validate282.errors = [{ instancePath: instancePath + "/address", schemaPath: "#/properties/address/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.username !== void 0) {
            let data1 = data.username;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (func22(data1) > 255) {
                  validate282.errors = [{ instancePath: instancePath + "/username", schemaPath: "#/properties/username/maxLength", keyword: "maxLength", params: { limit: 255 } }];
                  return false;
                }
              } else {
                validate282.errors = [{ instancePath: instancePath + "/username", schemaPath: "#/properties/username/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.password !== void 0) {
              let data2 = data.password;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data2 === "string") {
                  if (func22(data2) > 255) {
                    validate282.errors = [{ instancePath: instancePath + "/password", schemaPath: "#/properties/password/maxLength", keyword: "maxLength", params: { limit: 255 } }];
                    return false;
                  }
                } else {
                  validate282.errors = [{ instancePath: instancePath + "/password", schemaPath: "#/properties/password/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    }
  }
  validate282.errors = vErrors;
  return errors === 0;
}
function validate312(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.headers !== void 0) {
        let data0 = data.headers;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            for (const key0 in data0) {
              const _errs4 = errors;
              if (typeof data0[key0] !== "string") {
                validate312.errors = [{ instancePath: instancePath + "/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/headers/additionalProperties/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid1 = _errs4 === errors;
              if (!valid1) {
                break;
              }
            }
          } else {
            validate312.errors = [{ instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" } }];
            return false;
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.allowHttp !== void 0) {
          const _errs6 = errors;
          if (typeof data.allowHttp !== "boolean") {
            validate312.errors = [{ instancePath: instancePath + "/allowHttp", schemaPath: "#/properties/allowHttp/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid0 = _errs6 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate312.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate312.errors = vErrors;
  return errors === 0;
}
function validate302(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.transform !== void 0) {
        if (!validate312(data.transform, { instancePath: instancePath + "/transform", parentData: data, parentDataProperty: "transform", rootData })) {
          vErrors = vErrors === null ? validate312.errors : vErrors.concat(validate312.errors);
          errors = vErrors.length;
        }
      }
    } else {
      validate302.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate302.errors = vErrors;
  return errors === 0;
}
function validate272(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.allowPublicTraffic === void 0) {
        data.allowPublicTraffic = true;
      }
      const _errs1 = errors;
      if (typeof data.allowPublicTraffic !== "boolean") {
        validate272.errors = [{ instancePath: instancePath + "/allowPublicTraffic", schemaPath: "#/properties/allowPublicTraffic/type", keyword: "type", params: { type: "boolean" } }];
        return false;
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        if (data.allowOut !== void 0) {
          let data1 = data.allowOut;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (Array.isArray(data1)) {
              var valid1 = true;
              const len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs5 = errors;
                if (typeof data1[i0] !== "string") {
                  validate272.errors = [{ instancePath: instancePath + "/allowOut/" + i0, schemaPath: "#/properties/allowOut/items/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid1 = _errs5 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate272.errors = [{ instancePath: instancePath + "/allowOut", schemaPath: "#/properties/allowOut/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.denyOut !== void 0) {
            let data3 = data.denyOut;
            const _errs7 = errors;
            if (errors === _errs7) {
              if (Array.isArray(data3)) {
                var valid2 = true;
                const len1 = data3.length;
                for (let i1 = 0; i1 < len1; i1++) {
                  const _errs9 = errors;
                  if (typeof data3[i1] !== "string") {
                    validate272.errors = [{ instancePath: instancePath + "/denyOut/" + i1, schemaPath: "#/properties/denyOut/items/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid2 = _errs9 === errors;
                  if (!valid2) {
                    break;
                  }
                }
              } else {
                validate272.errors = [{ instancePath: instancePath + "/denyOut", schemaPath: "#/properties/denyOut/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs7 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.maskRequestHost !== void 0) {
              const _errs11 = errors;
              if (typeof data.maskRequestHost !== "string") {
                validate272.errors = [{ instancePath: instancePath + "/maskRequestHost", schemaPath: "#/properties/maskRequestHost/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs11 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.httpsPorts !== void 0) {
                let data6 = data.httpsPorts;
                const _errs13 = errors;
                if (errors === _errs13) {
                  if (Array.isArray(data6)) {
                    var valid3 = true;
                    const len2 = data6.length;
                    for (let i2 = 0; i2 < len2; i2++) {
                      let data7 = data6[i2];
                      const _errs15 = errors;
                      if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                        validate272.errors = [{ instancePath: instancePath + "/httpsPorts/" + i2, schemaPath: "#/properties/httpsPorts/items/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs15) {
                        if (typeof data7 == "number" && isFinite(data7)) {
                          if (data7 > 65535 || isNaN(data7)) {
                            validate272.errors = [{ instancePath: instancePath + "/httpsPorts/" + i2, schemaPath: "#/properties/httpsPorts/items/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 } }];
                            return false;
                          } else {
                            if (data7 < 1 || isNaN(data7)) {
                              validate272.errors = [{ instancePath: instancePath + "/httpsPorts/" + i2, schemaPath: "#/properties/httpsPorts/items/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid3 = _errs15 === errors;
                      if (!valid3) {
                        break;
                      }
                    }
                  } else {
                    validate272.errors = [{ instancePath: instancePath + "/httpsPorts", schemaPath: "#/properties/httpsPorts/type", keyword: "type", params: { type: "array" } }];
                    return false;
                  }
                }
                var valid0 = _errs13 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.egressProxy !== void 0) {
                  const _errs17 = errors;
                  if (!validate282(data.egressProxy, { instancePath: instancePath + "/egressProxy", parentData: data, parentDataProperty: "egressProxy", rootData })) {
                    vErrors = vErrors === null ? validate282.errors : vErrors.concat(validate282.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs17 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.rules !== void 0) {
                    let data9 = data.rules;
                    const _errs18 = errors;
                    if (errors === _errs18) {
                      if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                        for (const key0 in data9) {
                          let data10 = data9[key0];
                          const _errs21 = errors;
                          if (errors === _errs21) {
                            if (Array.isArray(data10)) {
                              var valid5 = true;
                              const len3 = data10.length;
                              for (let i3 = 0; i3 < len3; i3++) {
                                const _errs23 = errors;
                                if (!validate302(data10[i3], { instancePath: instancePath + "/rules/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + i3, parentData: data10, parentDataProperty: i3, rootData })) {
                                  vErrors = vErrors === null ? validate302.errors : vErrors.concat(validate302.errors);
                                  errors = vErrors.length;
                                }
                                var valid5 = _errs23 === errors;
                                if (!valid5) {
                                  break;
                                }
                              }
                            } else {
                              validate272.errors = [{ instancePath: instancePath + "/rules/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/rules/additionalProperties/type", keyword: "type", params: { type: "array" } }];
                              return false;
                            }
                          }
                          var valid4 = _errs21 === errors;
                          if (!valid4) {
                            break;
                          }
                        }
                      } else {
                        validate272.errors = [{ instancePath: instancePath + "/rules", schemaPath: "#/properties/rules/type", keyword: "type", params: { type: "object" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs18 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate272.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate272.errors = vErrors;
  return errors === 0;
}
function validate35(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        const _errs2 = errors;
        if (typeof data[key0] !== "string") {
          validate35.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
        var valid0 = _errs2 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate35.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate35.errors = vErrors;
  return errors === 0;
}
function validate372(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        const _errs2 = errors;
        if (typeof data[key0] !== "string") {
          validate372.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
        var valid0 = _errs2 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate372.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate372.errors = vErrors;
  return errors === 0;
}
function validate402(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.audience === void 0 && (missing0 = "audience") || data.tokenType === void 0 && (missing0 = "tokenType")) {
        validate402.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.audience !== void 0) {
          const _errs1 = errors;
          if (typeof data.audience !== "string") {
            validate402.errors = [{ instancePath: instancePath + "/audience", schemaPath: "#/properties/audience/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.tokenType !== void 0) {
            const _errs3 = errors;
            if (typeof data.tokenType !== "string") {
              validate402.errors = [{ instancePath: instancePath + "/tokenType", schemaPath: "#/properties/tokenType/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate402.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate402.errors = vErrors;
  return errors === 0;
}
function validate392(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.tokens !== void 0) {
        let data0 = data.tokens;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            for (const key0 in data0) {
              const _errs4 = errors;
              if (!validate402(data0[key0], { instancePath: instancePath + "/tokens/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data0, parentDataProperty: key0, rootData })) {
                vErrors = vErrors === null ? validate402.errors : vErrors.concat(validate402.errors);
                errors = vErrors.length;
              }
              var valid1 = _errs4 === errors;
              if (!valid1) {
                break;
              }
            }
          } else {
            validate392.errors = [{ instancePath: instancePath + "/tokens", schemaPath: "#/properties/tokens/type", keyword: "type", params: { type: "object" } }];
            return false;
          }
        }
      }
    } else {
      validate392.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate392.errors = vErrors;
  return errors === 0;
}
function validate432(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.path === void 0 && (missing0 = "path")) {
        validate432.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          const _errs1 = errors;
          if (typeof data.name !== "string") {
            validate432.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.path !== void 0) {
            const _errs3 = errors;
            if (typeof data.path !== "string") {
              validate432.errors = [{ instancePath: instancePath + "/path", schemaPath: "#/properties/path/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate432.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate432.errors = vErrors;
  return errors === 0;
}
function validate242(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.autoPause === void 0) {
        data.autoPause = false;
      }
      if (data.autoPauseMemory === void 0) {
        data.autoPauseMemory = true;
      }
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID")) {
        validate242.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          let data0 = data.templateID;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func22(data0) < 1) {
                validate242.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            } else {
              validate242.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          const _errs3 = errors;
          if (typeof data.autoPause !== "boolean") {
            validate242.errors = [{ instancePath: instancePath + "/autoPause", schemaPath: "#/properties/autoPause/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid0 = _errs3 === errors;
          if (valid0) {
            const _errs5 = errors;
            if (typeof data.autoPauseMemory !== "boolean") {
              validate242.errors = [{ instancePath: instancePath + "/autoPauseMemory", schemaPath: "#/properties/autoPauseMemory/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
            var valid0 = _errs5 === errors;
            if (valid0) {
              if (data.autoResume !== void 0) {
                const _errs7 = errors;
                if (!validate252(data.autoResume, { instancePath: instancePath + "/autoResume", parentData: data, parentDataProperty: "autoResume", rootData })) {
                  vErrors = vErrors === null ? validate252.errors : vErrors.concat(validate252.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.allow_internet_access !== void 0) {
                  const _errs8 = errors;
                  if (typeof data.allow_internet_access !== "boolean") {
                    validate242.errors = [{ instancePath: instancePath + "/allow_internet_access", schemaPath: "#/properties/allow_internet_access/type", keyword: "type", params: { type: "boolean" } }];
                    return false;
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.network !== void 0) {
                    const _errs10 = errors;
                    if (!validate272(data.network, { instancePath: instancePath + "/network", parentData: data, parentDataProperty: "network", rootData })) {
                      vErrors = vErrors === null ? validate272.errors : vErrors.concat(validate272.errors);
                      errors = vErrors.length;
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.metadata !== void 0) {
                      const _errs11 = errors;
                      if (!validate35(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData })) {
                        vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
                        errors = vErrors.length;
                      }
                      var valid0 = _errs11 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.envVars !== void 0) {
                        const _errs12 = errors;
                        if (!validate372(data.envVars, { instancePath: instancePath + "/envVars", parentData: data, parentDataProperty: "envVars", rootData })) {
                          vErrors = vErrors === null ? validate372.errors : vErrors.concat(validate372.errors);
                          errors = vErrors.length;
                        }
                        var valid0 = _errs12 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.iam !== void 0) {
                          const _errs13 = errors;
                          if (!validate392(data.iam, { instancePath: instancePath + "/iam", parentData: data, parentDataProperty: "iam", rootData })) {
                            vErrors = vErrors === null ? validate392.errors : vErrors.concat(validate392.errors);
                            errors = vErrors.length;
                          }
                          var valid0 = _errs13 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.volumeMounts !== void 0) {
                            let data9 = data.volumeMounts;
                            const _errs14 = errors;
                            if (errors === _errs14) {
                              if (Array.isArray(data9)) {
                                var valid1 = true;
                                const len0 = data9.length;
                                for (let i0 = 0; i0 < len0; i0++) {
                                  const _errs16 = errors;
                                  if (!validate432(data9[i0], { instancePath: instancePath + "/volumeMounts/" + i0, parentData: data9, parentDataProperty: i0, rootData })) {
                                    vErrors = vErrors === null ? validate432.errors : vErrors.concat(validate432.errors);
                                    errors = vErrors.length;
                                  }
                                  var valid1 = _errs16 === errors;
                                  if (!valid1) {
                                    break;
                                  }
                                }
                              } else {
                                validate242.errors = [{ instancePath: instancePath + "/volumeMounts", schemaPath: "#/properties/volumeMounts/type", keyword: "type", params: { type: "array" } }];
                                return false;
                              }
                            }
                            var valid0 = _errs14 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.mcp !== void 0) {
                              let data11 = data.mcp;
                              const _errs17 = errors;
                              if (!(data11 && typeof data11 == "object" && !Array.isArray(data11))) {
                                validate242.errors = [{ instancePath: instancePath + "/mcp", schemaPath: "#/properties/mcp/type", keyword: "type", params: { type: "object" } }];
                                return false;
                              }
                              var valid0 = _errs17 === errors;
                            } else {
                              var valid0 = true;
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate242.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate242.errors = vErrors;
  return errors === 0;
}
var formats02 = require_formats().fullFormats.int32;
function validate232(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate242(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate242.errors : vErrors.concat(validate242.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        if (data.timeout === void 0) {
          data.timeout = 15;
        }
        if (data.secure === void 0) {
          data.secure = false;
        }
        let data0 = data.timeout;
        const _errs3 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
          validate232.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/allOf/1/properties/timeout/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 < 0 || isNaN(data0)) {
              validate232.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/allOf/1/properties/timeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats02.validate(data0)) {
                validate232.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/allOf/1/properties/timeout/format", keyword: "format", params: { format: "int32" } }];
                return false;
              }
            }
          }
        }
        var valid1 = _errs3 === errors;
        if (valid1) {
          const _errs5 = errors;
          if (typeof data.secure !== "boolean") {
            validate232.errors = [{ instancePath: instancePath + "/secure", schemaPath: "#/allOf/1/properties/secure/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid1 = _errs5 === errors;
        }
      } else {
        validate232.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate232.errors = vErrors;
  return errors === 0;
}
function validate212(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate232(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate232.errors : vErrors.concat(validate232.errors);
    errors = vErrors.length;
  }
  validate212.errors = vErrors;
  return errors === 0;
}
var createSandboxV2Body = validate472;
function validate482(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate242(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate242.errors : vErrors.concat(validate242.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        if (data.timeout === void 0) {
          data.timeout = 300;
        }
        let data0 = data.timeout;
        const _errs3 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
          validate482.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/allOf/1/properties/timeout/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 < 0 || isNaN(data0)) {
              validate482.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/allOf/1/properties/timeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats02.validate(data0)) {
                validate482.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/allOf/1/properties/timeout/format", keyword: "format", params: { format: "int32" } }];
                return false;
              }
            }
          }
        }
      } else {
        validate482.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate482.errors = vErrors;
  return errors === 0;
}
function validate472(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate482(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate482.errors : vErrors.concat(validate482.errors);
    errors = vErrors.length;
  }
  validate472.errors = vErrors;
  return errors === 0;
}
var setSandboxTimeoutBody = validate512;
function validate522(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    validate522.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" } }];
    return false;
  }
  if (errors === 0) {
    if (typeof data == "number" && isFinite(data)) {
      if (data < 0 || isNaN(data)) {
        validate522.errors = [{ instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
        return false;
      } else {
        if (!formats02.validate(data)) {
          validate522.errors = [{ instancePath, schemaPath: "#/format", keyword: "format", params: { format: "int32" } }];
          return false;
        }
      }
    }
  }
  validate522.errors = vErrors;
  return errors === 0;
}
function validate512(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.timeout === void 0 && (missing0 = "timeout")) {
        validate512.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.timeout !== void 0) {
          if (!validate522(data.timeout, { instancePath: instancePath + "/timeout", parentData: data, parentDataProperty: "timeout", rootData })) {
            vErrors = vErrors === null ? validate522.errors : vErrors.concat(validate522.errors);
            errors = vErrors.length;
          }
        }
      }
    } else {
      validate512.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate512.errors = vErrors;
  return errors === 0;
}
var setSandboxNetworkBody = validate542;
function validate552(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.closeExisting === void 0) {
        data.closeExisting = false;
      }
      if (data.allowOut !== void 0) {
        let data0 = data.allowOut;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (Array.isArray(data0)) {
            var valid1 = true;
            const len0 = data0.length;
            for (let i0 = 0; i0 < len0; i0++) {
              const _errs3 = errors;
              if (typeof data0[i0] !== "string") {
                validate552.errors = [{ instancePath: instancePath + "/allowOut/" + i0, schemaPath: "#/properties/allowOut/items/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid1 = _errs3 === errors;
              if (!valid1) {
                break;
              }
            }
          } else {
            validate552.errors = [{ instancePath: instancePath + "/allowOut", schemaPath: "#/properties/allowOut/type", keyword: "type", params: { type: "array" } }];
            return false;
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.denyOut !== void 0) {
          let data2 = data.denyOut;
          const _errs5 = errors;
          if (errors === _errs5) {
            if (Array.isArray(data2)) {
              var valid2 = true;
              const len1 = data2.length;
              for (let i1 = 0; i1 < len1; i1++) {
                const _errs7 = errors;
                if (typeof data2[i1] !== "string") {
                  validate552.errors = [{ instancePath: instancePath + "/denyOut/" + i1, schemaPath: "#/properties/denyOut/items/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid2 = _errs7 === errors;
                if (!valid2) {
                  break;
                }
              }
            } else {
              validate552.errors = [{ instancePath: instancePath + "/denyOut", schemaPath: "#/properties/denyOut/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs5 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.egressProxy !== void 0) {
            const _errs9 = errors;
            if (!validate282(data.egressProxy, { instancePath: instancePath + "/egressProxy", parentData: data, parentDataProperty: "egressProxy", rootData })) {
              vErrors = vErrors === null ? validate282.errors : vErrors.concat(validate282.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs9 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.rules !== void 0) {
              let data5 = data.rules;
              const _errs10 = errors;
              if (errors === _errs10) {
                if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
                  for (const key0 in data5) {
                    let data6 = data5[key0];
                    const _errs13 = errors;
                    if (errors === _errs13) {
                      if (Array.isArray(data6)) {
                        var valid4 = true;
                        const len2 = data6.length;
                        for (let i2 = 0; i2 < len2; i2++) {
                          const _errs15 = errors;
                          if (!validate302(data6[i2], { instancePath: instancePath + "/rules/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + i2, parentData: data6, parentDataProperty: i2, rootData })) {
                            vErrors = vErrors === null ? validate302.errors : vErrors.concat(validate302.errors);
                            errors = vErrors.length;
                          }
                          var valid4 = _errs15 === errors;
                          if (!valid4) {
                            break;
                          }
                        }
                      } else {
                        validate552.errors = [{ instancePath: instancePath + "/rules/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/rules/additionalProperties/type", keyword: "type", params: { type: "array" } }];
                        return false;
                      }
                    }
                    var valid3 = _errs13 === errors;
                    if (!valid3) {
                      break;
                    }
                  }
                } else {
                  validate552.errors = [{ instancePath: instancePath + "/rules", schemaPath: "#/properties/rules/type", keyword: "type", params: { type: "object" } }];
                  return false;
                }
              }
              var valid0 = _errs10 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.allow_internet_access !== void 0) {
                const _errs16 = errors;
                if (typeof data.allow_internet_access !== "boolean") {
                  validate552.errors = [{ instancePath: instancePath + "/allow_internet_access", schemaPath: "#/properties/allow_internet_access/type", keyword: "type", params: { type: "boolean" } }];
                  return false;
                }
                var valid0 = _errs16 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                const _errs18 = errors;
                if (typeof data.closeExisting !== "boolean") {
                  validate552.errors = [{ instancePath: instancePath + "/closeExisting", schemaPath: "#/properties/closeExisting/type", keyword: "type", params: { type: "boolean" } }];
                  return false;
                }
                var valid0 = _errs18 === errors;
              }
            }
          }
        }
      }
    } else {
      validate552.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate552.errors = vErrors;
  return errors === 0;
}
function validate542(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate552(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate552.errors : vErrors.concat(validate552.errors);
    errors = vErrors.length;
  }
  validate542.errors = vErrors;
  return errors === 0;
}
var refreshSandboxBody = validate592;
function validate592(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.duration !== void 0) {
        let data0 = data.duration;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
          validate592.errors = [{ instancePath: instancePath + "/duration", schemaPath: "#/properties/duration/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 > 3600 || isNaN(data0)) {
              validate592.errors = [{ instancePath: instancePath + "/duration", schemaPath: "#/properties/duration/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3600 } }];
              return false;
            } else {
              if (data0 < 0 || isNaN(data0)) {
                validate592.errors = [{ instancePath: instancePath + "/duration", schemaPath: "#/properties/duration/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              }
            }
          }
        }
      }
    } else {
      validate592.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate592.errors = vErrors;
  return errors === 0;
}
var connectSandboxBody = validate602;
function validate622(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    validate622.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" } }];
    return false;
  }
  if (errors === 0) {
    if (typeof data == "number" && isFinite(data)) {
      if (data < 0 || isNaN(data)) {
        validate622.errors = [{ instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
        return false;
      } else {
        if (!formats02.validate(data)) {
          validate622.errors = [{ instancePath, schemaPath: "#/format", keyword: "format", params: { format: "int32" } }];
          return false;
        }
      }
    }
  }
  validate622.errors = vErrors;
  return errors === 0;
}
function validate612(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.memory === void 0) {
        data.memory = true;
      }
      let missing0;
      if (data.timeout === void 0 && (missing0 = "timeout")) {
        validate612.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.timeout !== void 0) {
          const _errs1 = errors;
          if (!validate622(data.timeout, { instancePath: instancePath + "/timeout", parentData: data, parentDataProperty: "timeout", rootData })) {
            vErrors = vErrors === null ? validate622.errors : vErrors.concat(validate622.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          const _errs2 = errors;
          if (typeof data.memory !== "boolean") {
            validate612.errors = [{ instancePath: instancePath + "/memory", schemaPath: "#/properties/memory/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid0 = _errs2 === errors;
        }
      }
    } else {
      validate612.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate612.errors = vErrors;
  return errors === 0;
}
function validate602(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate612(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate612.errors : vErrors.concat(validate612.errors);
    errors = vErrors.length;
  }
  validate602.errors = vErrors;
  return errors === 0;
}
var connectSandboxV2Body = validate652;
function validate662(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.timeout === void 0) {
        data.timeout = 300;
      }
      if (data.memory === void 0) {
        data.memory = true;
      }
      let data0 = data.timeout;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        validate662.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number" && isFinite(data0)) {
          if (data0 < 0 || isNaN(data0)) {
            validate662.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
            return false;
          } else {
            if (!formats02.validate(data0)) {
              validate662.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/format", keyword: "format", params: { format: "int32" } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        const _errs3 = errors;
        if (typeof data.memory !== "boolean") {
          validate662.errors = [{ instancePath: instancePath + "/memory", schemaPath: "#/properties/memory/type", keyword: "type", params: { type: "boolean" } }];
          return false;
        }
        var valid0 = _errs3 === errors;
      }
    } else {
      validate662.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate662.errors = vErrors;
  return errors === 0;
}
function validate652(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate662(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate662.errors : vErrors.concat(validate662.errors);
    errors = vErrors.length;
  }
  validate652.errors = vErrors;
  return errors === 0;
}
var pauseSandboxBody = validate682;
function validate682(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.memory === void 0) {
        data.memory = true;
      }
      if (typeof data.memory !== "boolean") {
        validate682.errors = [{ instancePath: instancePath + "/memory", schemaPath: "#/properties/memory/type", keyword: "type", params: { type: "boolean" } }];
        return false;
      }
    } else {
      validate682.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate682.errors = vErrors;
  return errors === 0;
}
var resumeSandboxBody = validate692;
function validate702(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.timeout === void 0) {
        data.timeout = 15;
      }
      if (data.memory === void 0) {
        data.memory = true;
      }
      let data0 = data.timeout;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        validate702.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number" && isFinite(data0)) {
          if (data0 < 0 || isNaN(data0)) {
            validate702.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
            return false;
          } else {
            if (!formats02.validate(data0)) {
              validate702.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/format", keyword: "format", params: { format: "int32" } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        const _errs3 = errors;
        if (typeof data.memory !== "boolean") {
          validate702.errors = [{ instancePath: instancePath + "/memory", schemaPath: "#/properties/memory/type", keyword: "type", params: { type: "boolean" } }];
          return false;
        }
        var valid0 = _errs3 === errors;
        if (valid0) {
          if (data.autoPause !== void 0) {
            const _errs5 = errors;
            if (typeof data.autoPause !== "boolean") {
              validate702.errors = [{ instancePath: instancePath + "/autoPause", schemaPath: "#/properties/autoPause/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate702.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate702.errors = vErrors;
  return errors === 0;
}
function validate692(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate702(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate702.errors : vErrors.concat(validate702.errors);
    errors = vErrors.length;
  }
  validate692.errors = vErrors;
  return errors === 0;
}
var forkSandboxBody = validate722;
function validate722(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.timeout === void 0) {
        data.timeout = 15;
      }
      if (data.count === void 0) {
        data.count = 1;
      }
      let data0 = data.timeout;
      const _errs1 = errors;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        validate722.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/type", keyword: "type", params: { type: "integer" } }];
        return false;
      }
      if (errors === _errs1) {
        if (typeof data0 == "number" && isFinite(data0)) {
          if (data0 < 0 || isNaN(data0)) {
            validate722.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
            return false;
          } else {
            if (!formats02.validate(data0)) {
              validate722.errors = [{ instancePath: instancePath + "/timeout", schemaPath: "#/properties/timeout/format", keyword: "format", params: { format: "int32" } }];
              return false;
            }
          }
        }
      }
      var valid0 = _errs1 === errors;
      if (valid0) {
        let data1 = data.count;
        const _errs3 = errors;
        if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
          validate722.errors = [{ instancePath: instancePath + "/count", schemaPath: "#/properties/count/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs3) {
          if (typeof data1 == "number" && isFinite(data1)) {
            if (data1 > 100 || isNaN(data1)) {
              validate722.errors = [{ instancePath: instancePath + "/count", schemaPath: "#/properties/count/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
              return false;
            } else {
              if (data1 < 1 || isNaN(data1)) {
                validate722.errors = [{ instancePath: instancePath + "/count", schemaPath: "#/properties/count/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                return false;
              } else {
                if (!formats02.validate(data1)) {
                  validate722.errors = [{ instancePath: instancePath + "/count", schemaPath: "#/properties/count/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
        }
        var valid0 = _errs3 === errors;
      }
    } else {
      validate722.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate722.errors = vErrors;
  return errors === 0;
}
var createSnapshotBody = validate732;
function validate732(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func22(data0) < 1) {
              validate732.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
              return false;
            }
          } else {
            validate732.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
      }
    } else {
      validate732.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate732.errors = vErrors;
  return errors === 0;
}
var requestBuildBody = validate742;
function validate75(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func22(data0) > 128) {
              validate75.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 128 } }];
              return false;
            }
          } else {
            validate75.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.alias !== void 0) {
          let data1 = data.alias;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func22(data1) > 128) {
                validate75.errors = [{ instancePath: instancePath + "/alias", schemaPath: "#/properties/alias/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                return false;
              }
            } else {
              validate75.errors = [{ instancePath: instancePath + "/alias", schemaPath: "#/properties/alias/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.tags !== void 0) {
            let data2 = data.tags;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (Array.isArray(data2)) {
                if (data2.length > 100) {
                  validate75.errors = [{ instancePath: instancePath + "/tags", schemaPath: "#/properties/tags/maxItems", keyword: "maxItems", params: { limit: 100 } }];
                  return false;
                } else {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs7 = errors;
                    if (typeof data2[i0] !== "string") {
                      validate75.errors = [{ instancePath: instancePath + "/tags/" + i0, schemaPath: "#/properties/tags/items/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid1 = _errs7 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                }
              } else {
                validate75.errors = [{ instancePath: instancePath + "/tags", schemaPath: "#/properties/tags/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.teamID !== void 0) {
              const _errs9 = errors;
              if (typeof data.teamID !== "string") {
                validate75.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs9 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.cpuCount !== void 0) {
                let data5 = data.cpuCount;
                const _errs11 = errors;
                if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
                  validate75.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs11) {
                  if (typeof data5 == "number" && isFinite(data5)) {
                    if (data5 < 1 || isNaN(data5)) {
                      validate75.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                      return false;
                    } else {
                      if (!formats02.validate(data5)) {
                        validate75.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/format", keyword: "format", params: { format: "int32" } }];
                        return false;
                      }
                    }
                  }
                }
                var valid0 = _errs11 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.memoryMB !== void 0) {
                  let data6 = data.memoryMB;
                  const _errs13 = errors;
                  if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                    validate75.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                  if (errors === _errs13) {
                    if (typeof data6 == "number" && isFinite(data6)) {
                      if (data6 < 128 || isNaN(data6)) {
                        validate75.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/minimum", keyword: "minimum", params: { comparison: ">=", limit: 128 } }];
                        return false;
                      } else {
                        if (!formats02.validate(data6)) {
                          validate75.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/format", keyword: "format", params: { format: "int32" } }];
                          return false;
                        }
                      }
                    }
                  }
                  var valid0 = _errs13 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.minFreeDiskMb !== void 0) {
                    let data7 = data.minFreeDiskMb;
                    const _errs15 = errors;
                    if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                      validate75.errors = [{ instancePath: instancePath + "/minFreeDiskMb", schemaPath: "#/properties/minFreeDiskMb/type", keyword: "type", params: { type: "integer" } }];
                      return false;
                    }
                    if (errors === _errs15) {
                      if (typeof data7 == "number" && isFinite(data7)) {
                        if (data7 < 0 || isNaN(data7)) {
                          validate75.errors = [{ instancePath: instancePath + "/minFreeDiskMb", schemaPath: "#/properties/minFreeDiskMb/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                          return false;
                        } else {
                          if (!formats02.validate(data7)) {
                            validate75.errors = [{ instancePath: instancePath + "/minFreeDiskMb", schemaPath: "#/properties/minFreeDiskMb/format", keyword: "format", params: { format: "int32" } }];
                            return false;
                          }
                        }
                      }
                    }
                    var valid0 = _errs15 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate75.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate75.errors = vErrors;
  return errors === 0;
}
function validate742(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate75(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors);
    errors = vErrors.length;
  }
  validate742.errors = vErrors;
  return errors === 0;
}
var startBuildBody = validate772;
var schema41 = { "type": "object", "description": "type registry with username and password, aws with the keys and the region, gcp with serviceAccountJson.", "required": ["type"], "properties": { "type": { "type": "string", "enum": ["registry", "aws", "gcp"] }, "username": { "type": "string" }, "password": { "type": "string" }, "awsAccessKeyId": { "type": "string" }, "awsSecretAccessKey": { "type": "string" }, "awsRegion": { "type": "string" }, "serviceAccountJson": { "type": "string" } } };
function validate792(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.type === void 0 && (missing0 = "type")) {
        validate792.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.type !== void 0) {
          let data0 = data.type;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            validate792.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          if (!(data0 === "registry" || data0 === "aws" || data0 === "gcp")) {
            validate792.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/enum", keyword: "enum", params: { allowedValues: schema41.properties.type.enum } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.username !== void 0) {
            const _errs3 = errors;
            if (typeof data.username !== "string") {
              validate792.errors = [{ instancePath: instancePath + "/username", schemaPath: "#/properties/username/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.password !== void 0) {
              const _errs5 = errors;
              if (typeof data.password !== "string") {
                validate792.errors = [{ instancePath: instancePath + "/password", schemaPath: "#/properties/password/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.awsAccessKeyId !== void 0) {
                const _errs7 = errors;
                if (typeof data.awsAccessKeyId !== "string") {
                  validate792.errors = [{ instancePath: instancePath + "/awsAccessKeyId", schemaPath: "#/properties/awsAccessKeyId/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.awsSecretAccessKey !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.awsSecretAccessKey !== "string") {
                    validate792.errors = [{ instancePath: instancePath + "/awsSecretAccessKey", schemaPath: "#/properties/awsSecretAccessKey/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.awsRegion !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.awsRegion !== "string") {
                      validate792.errors = [{ instancePath: instancePath + "/awsRegion", schemaPath: "#/properties/awsRegion/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.serviceAccountJson !== void 0) {
                      const _errs13 = errors;
                      if (typeof data.serviceAccountJson !== "string") {
                        validate792.errors = [{ instancePath: instancePath + "/serviceAccountJson", schemaPath: "#/properties/serviceAccountJson/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate792.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate792.errors = vErrors;
  return errors === 0;
}
function validate812(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.args === void 0) {
        data.args = [];
      }
      if (data.force === void 0) {
        data.force = false;
      }
      let missing0;
      if (data.type === void 0 && (missing0 = "type")) {
        validate812.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.type !== void 0) {
          const _errs1 = errors;
          if (typeof data.type !== "string") {
            validate812.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          let data1 = data.args;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (Array.isArray(data1)) {
              var valid1 = true;
              const len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs5 = errors;
                if (typeof data1[i0] !== "string") {
                  validate812.errors = [{ instancePath: instancePath + "/args/" + i0, schemaPath: "#/properties/args/items/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid1 = _errs5 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate812.errors = [{ instancePath: instancePath + "/args", schemaPath: "#/properties/args/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
          if (valid0) {
            if (data.filesHash !== void 0) {
              const _errs7 = errors;
              if (typeof data.filesHash !== "string") {
                validate812.errors = [{ instancePath: instancePath + "/filesHash", schemaPath: "#/properties/filesHash/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              const _errs9 = errors;
              if (typeof data.force !== "boolean") {
                validate812.errors = [{ instancePath: instancePath + "/force", schemaPath: "#/properties/force/type", keyword: "type", params: { type: "boolean" } }];
                return false;
              }
              var valid0 = _errs9 === errors;
            }
          }
        }
      }
    } else {
      validate812.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate812.errors = vErrors;
  return errors === 0;
}
function validate782(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.force === void 0) {
        data.force = false;
      }
      if (data.steps === void 0) {
        data.steps = [];
      }
      if (data.startAfterRestore === void 0) {
        data.startAfterRestore = false;
      }
      if (data.fromImage !== void 0) {
        const _errs1 = errors;
        if (typeof data.fromImage !== "string") {
          validate782.errors = [{ instancePath: instancePath + "/fromImage", schemaPath: "#/properties/fromImage/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.fromTemplate !== void 0) {
          const _errs3 = errors;
          if (typeof data.fromTemplate !== "string") {
            validate782.errors = [{ instancePath: instancePath + "/fromTemplate", schemaPath: "#/properties/fromTemplate/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.fromImageRegistry !== void 0) {
            const _errs5 = errors;
            if (!validate792(data.fromImageRegistry, { instancePath: instancePath + "/fromImageRegistry", parentData: data, parentDataProperty: "fromImageRegistry", rootData })) {
              vErrors = vErrors === null ? validate792.errors : vErrors.concat(validate792.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            const _errs6 = errors;
            if (typeof data.force !== "boolean") {
              validate782.errors = [{ instancePath: instancePath + "/force", schemaPath: "#/properties/force/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
            var valid0 = _errs6 === errors;
            if (valid0) {
              let data4 = data.steps;
              const _errs8 = errors;
              if (errors === _errs8) {
                if (Array.isArray(data4)) {
                  if (data4.length > 1e3) {
                    validate782.errors = [{ instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/maxItems", keyword: "maxItems", params: { limit: 1e3 } }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data4.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs10 = errors;
                      if (!validate812(data4[i0], { instancePath: instancePath + "/steps/" + i0, parentData: data4, parentDataProperty: i0, rootData })) {
                        vErrors = vErrors === null ? validate812.errors : vErrors.concat(validate812.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs10 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  }
                } else {
                  validate782.errors = [{ instancePath: instancePath + "/steps", schemaPath: "#/properties/steps/type", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs8 === errors;
              if (valid0) {
                if (data.startCmd !== void 0) {
                  const _errs11 = errors;
                  if (typeof data.startCmd !== "string") {
                    validate782.errors = [{ instancePath: instancePath + "/startCmd", schemaPath: "#/properties/startCmd/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs11 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.readyCmd !== void 0) {
                    const _errs13 = errors;
                    if (typeof data.readyCmd !== "string") {
                      validate782.errors = [{ instancePath: instancePath + "/readyCmd", schemaPath: "#/properties/readyCmd/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs13 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    const _errs15 = errors;
                    if (typeof data.startAfterRestore !== "boolean") {
                      validate782.errors = [{ instancePath: instancePath + "/startAfterRestore", schemaPath: "#/properties/startAfterRestore/type", keyword: "type", params: { type: "boolean" } }];
                      return false;
                    }
                    var valid0 = _errs15 === errors;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate782.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate782.errors = vErrors;
  return errors === 0;
}
function validate772(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate782(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate782.errors : vErrors.concat(validate782.errors);
    errors = vErrors.length;
  }
  validate772.errors = vErrors;
  return errors === 0;
}
var updateTemplateBody = validate842;
function validate852(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.public !== void 0) {
        if (typeof data.public !== "boolean") {
          validate852.errors = [{ instancePath: instancePath + "/public", schemaPath: "#/properties/public/type", keyword: "type", params: { type: "boolean" } }];
          return false;
        }
      }
    } else {
      validate852.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate852.errors = vErrors;
  return errors === 0;
}
function validate842(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate852(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate852.errors : vErrors.concat(validate852.errors);
    errors = vErrors.length;
  }
  validate842.errors = vErrors;
  return errors === 0;
}
var assignTagsBody = validate872;
function validate872(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.target === void 0 && (missing0 = "target") || data.tags === void 0 && (missing0 = "tags")) {
        validate872.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.target !== void 0) {
          const _errs1 = errors;
          if (typeof data.target !== "string") {
            validate872.errors = [{ instancePath: instancePath + "/target", schemaPath: "#/properties/target/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.tags !== void 0) {
            let data1 = data.tags;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (Array.isArray(data1)) {
                var valid1 = true;
                const len0 = data1.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  const _errs5 = errors;
                  if (typeof data1[i0] !== "string") {
                    validate872.errors = [{ instancePath: instancePath + "/tags/" + i0, schemaPath: "#/properties/tags/items/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid1 = _errs5 === errors;
                  if (!valid1) {
                    break;
                  }
                }
              } else {
                validate872.errors = [{ instancePath: instancePath + "/tags", schemaPath: "#/properties/tags/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate872.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate872.errors = vErrors;
  return errors === 0;
}
var removeTagsBody = validate882;
function validate882(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.tags === void 0 && (missing0 = "tags")) {
        validate882.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          const _errs1 = errors;
          if (typeof data.name !== "string") {
            validate882.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.tags !== void 0) {
            let data1 = data.tags;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (Array.isArray(data1)) {
                var valid1 = true;
                const len0 = data1.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  const _errs5 = errors;
                  if (typeof data1[i0] !== "string") {
                    validate882.errors = [{ instancePath: instancePath + "/tags/" + i0, schemaPath: "#/properties/tags/items/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid1 = _errs5 === errors;
                  if (!valid1) {
                    break;
                  }
                }
              } else {
                validate882.errors = [{ instancePath: instancePath + "/tags", schemaPath: "#/properties/tags/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate882.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate882.errors = vErrors;
  return errors === 0;
}
var updateTemplateV1Body = validate892;
function validate902(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.public !== void 0) {
        if (typeof data.public !== "boolean") {
          validate902.errors = [{ instancePath: instancePath + "/public", schemaPath: "#/properties/public/type", keyword: "type", params: { type: "boolean" } }];
          return false;
        }
      }
    } else {
      validate902.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate902.errors = vErrors;
  return errors === 0;
}
function validate892(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate902(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate902.errors : vErrors.concat(validate902.errors);
    errors = vErrors.length;
  }
  validate892.errors = vErrors;
  return errors === 0;
}
var createSecretBody = validate922;
function validate942(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        const _errs2 = errors;
        if (typeof data[key0] !== "string") {
          validate942.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
        var valid0 = _errs2 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate942.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate942.errors = vErrors;
  return errors === 0;
}
function validate932(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.value === void 0 && (missing0 = "value")) {
        validate932.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          const _errs1 = errors;
          if (typeof data.name !== "string") {
            validate932.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.value !== void 0) {
            const _errs3 = errors;
            if (typeof data.value !== "string") {
              validate932.errors = [{ instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.metadata !== void 0) {
              const _errs5 = errors;
              if (!validate942(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData })) {
                vErrors = vErrors === null ? validate942.errors : vErrors.concat(validate942.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate932.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate932.errors = vErrors;
  return errors === 0;
}
function validate922(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate932(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate932.errors : vErrors.concat(validate932.errors);
    errors = vErrors.length;
  }
  validate922.errors = vErrors;
  return errors === 0;
}
var updateSecretBody = validate972;
function validate982(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.value === void 0 && (missing0 = "value")) {
        validate982.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.value !== void 0) {
          const _errs1 = errors;
          if (typeof data.value !== "string") {
            validate982.errors = [{ instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.metadata !== void 0) {
            const _errs3 = errors;
            if (!validate942(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData })) {
              vErrors = vErrors === null ? validate942.errors : vErrors.concat(validate942.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate982.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate982.errors = vErrors;
  return errors === 0;
}
function validate972(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate982(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate982.errors : vErrors.concat(validate982.errors);
    errors = vErrors.length;
  }
  validate972.errors = vErrors;
  return errors === 0;
}
var createVolumeBody = validate1012;
function validate1022(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name")) {
        validate1022.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          const _errs1 = errors;
          if (typeof data.name !== "string") {
            validate1022.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.sizeMB !== void 0) {
            let data1 = data.sizeMB;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate1022.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/properties/sizeMB/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (data1 > 1048576 || isNaN(data1)) {
                  validate1022.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/properties/sizeMB/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1048576 } }];
                  return false;
                } else {
                  if (data1 < 64 || isNaN(data1)) {
                    validate1022.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/properties/sizeMB/minimum", keyword: "minimum", params: { comparison: ">=", limit: 64 } }];
                    return false;
                  } else {
                    if (!formats02.validate(data1)) {
                      validate1022.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/properties/sizeMB/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1022.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1022.errors = vErrors;
  return errors === 0;
}
function validate1012(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1022(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1022.errors : vErrors.concat(validate1022.errors);
    errors = vErrors.length;
  }
  validate1012.errors = vErrors;
  return errors === 0;
}
var createApiKeyBody = validate1042;
function validate1062(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (typeof data === "string") {
      if (func22(data) > 128) {
        validate1062.errors = [{ instancePath, schemaPath: "#/maxLength", keyword: "maxLength", params: { limit: 128 } }];
        return false;
      } else {
        if (func22(data) < 1) {
          validate1062.errors = [{ instancePath, schemaPath: "#/minLength", keyword: "minLength", params: { limit: 1 } }];
          return false;
        }
      }
    } else {
      validate1062.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
      return false;
    }
  }
  validate1062.errors = vErrors;
  return errors === 0;
}
var schema59 = { "type": "string", "enum": ["full", "read-only", "sandbox-only"], "description": "read-only allows requests that change nothing, sandbox-only the routes below /sandboxes" };
function validate1082(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate1082.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "full" || data === "read-only" || data === "sandbox-only")) {
    validate1082.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema59.enum } }];
    return false;
  }
  validate1082.errors = vErrors;
  return errors === 0;
}
function validate1052(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name")) {
        validate1052.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          const _errs1 = errors;
          if (!validate1062(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
            vErrors = vErrors === null ? validate1062.errors : vErrors.concat(validate1062.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.scope !== void 0) {
            const _errs2 = errors;
            if (!validate1082(data.scope, { instancePath: instancePath + "/scope", parentData: data, parentDataProperty: "scope", rootData })) {
              vErrors = vErrors === null ? validate1082.errors : vErrors.concat(validate1082.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1052.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1052.errors = vErrors;
  return errors === 0;
}
function validate1042(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1052(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1052.errors : vErrors.concat(validate1052.errors);
    errors = vErrors.length;
  }
  validate1042.errors = vErrors;
  return errors === 0;
}
var renameApiKeyBody = validate1112;
function validate1122(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name")) {
        validate1122.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          if (!validate1062(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
            vErrors = vErrors === null ? validate1062.errors : vErrors.concat(validate1062.errors);
            errors = vErrors.length;
          }
        }
      }
    } else {
      validate1122.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1122.errors = vErrors;
  return errors === 0;
}
function validate1112(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1122(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1122.errors : vErrors.concat(validate1122.errors);
    errors = vErrors.length;
  }
  validate1112.errors = vErrors;
  return errors === 0;
}
var createWebhookBody = validate1152;
var func0 = require_equal().default;
var schema64 = { "type": "string", "enum": ["sandbox.lifecycle.created", "sandbox.lifecycle.killed", "sandbox.lifecycle.paused", "sandbox.lifecycle.resumed", "sandbox.lifecycle.updated", "sandbox.lifecycle.checkpointed"] };
function validate1172(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate1172.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "sandbox.lifecycle.created" || data === "sandbox.lifecycle.killed" || data === "sandbox.lifecycle.paused" || data === "sandbox.lifecycle.resumed" || data === "sandbox.lifecycle.updated" || data === "sandbox.lifecycle.checkpointed")) {
    validate1172.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema64.enum } }];
    return false;
  }
  validate1172.errors = vErrors;
  return errors === 0;
}
function validate1162(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.enabled === void 0) {
        data.enabled = true;
      }
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.url === void 0 && (missing0 = "url") || data.events === void 0 && (missing0 = "events") || data.signatureSecret === void 0 && (missing0 = "signatureSecret")) {
        validate1162.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          let data0 = data.name;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func22(data0) > 250) {
                validate1162.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 250 } }];
                return false;
              } else {
                if (func22(data0) < 1) {
                  validate1162.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate1162.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.url !== void 0) {
            let data1 = data.url;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (func22(data1) > 2048) {
                  validate1162.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/maxLength", keyword: "maxLength", params: { limit: 2048 } }];
                  return false;
                } else {
                  if (func22(data1) < 1) {
                    validate1162.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate1162.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            const _errs5 = errors;
            if (typeof data.enabled !== "boolean") {
              validate1162.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/properties/enabled/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
            var valid0 = _errs5 === errors;
            if (valid0) {
              if (data.events !== void 0) {
                let data3 = data.events;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (Array.isArray(data3)) {
                    if (data3.length < 1) {
                      validate1162.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/minItems", keyword: "minItems", params: { limit: 1 } }];
                      return false;
                    } else {
                      var valid1 = true;
                      const len0 = data3.length;
                      for (let i0 = 0; i0 < len0; i0++) {
                        const _errs9 = errors;
                        if (!validate1172(data3[i0], { instancePath: instancePath + "/events/" + i0, parentData: data3, parentDataProperty: i0, rootData })) {
                          vErrors = vErrors === null ? validate1172.errors : vErrors.concat(validate1172.errors);
                          errors = vErrors.length;
                        }
                        var valid1 = _errs9 === errors;
                        if (!valid1) {
                          break;
                        }
                      }
                      if (valid1) {
                        let i1 = data3.length;
                        let j0;
                        if (i1 > 1) {
                          outer0: for (; i1--; ) {
                            for (j0 = i1; j0--; ) {
                              if (func0(data3[i1], data3[j0])) {
                                validate1162.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 } }];
                                return false;
                                break outer0;
                              }
                            }
                          }
                        }
                      }
                    }
                  } else {
                    validate1162.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/type", keyword: "type", params: { type: "array" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.signatureSecret !== void 0) {
                  let data5 = data.signatureSecret;
                  const _errs10 = errors;
                  if (errors === _errs10) {
                    if (typeof data5 === "string") {
                      if (func22(data5) > 256) {
                        validate1162.errors = [{ instancePath: instancePath + "/signatureSecret", schemaPath: "#/properties/signatureSecret/maxLength", keyword: "maxLength", params: { limit: 256 } }];
                        return false;
                      } else {
                        if (func22(data5) < 8) {
                          validate1162.errors = [{ instancePath: instancePath + "/signatureSecret", schemaPath: "#/properties/signatureSecret/minLength", keyword: "minLength", params: { limit: 8 } }];
                          return false;
                        }
                      }
                    } else {
                      validate1162.errors = [{ instancePath: instancePath + "/signatureSecret", schemaPath: "#/properties/signatureSecret/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                  }
                  var valid0 = _errs10 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate1162.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1162.errors = vErrors;
  return errors === 0;
}
function validate1152(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1162(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1162.errors : vErrors.concat(validate1162.errors);
    errors = vErrors.length;
  }
  validate1152.errors = vErrors;
  return errors === 0;
}
var updateWebhookBody = validate1202;
function validate121(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (typeof data0 === "string") {
            if (func22(data0) > 250) {
              validate121.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 250 } }];
              return false;
            } else {
              if (func22(data0) < 1) {
                validate121.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                return false;
              }
            }
          } else {
            validate121.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.url !== void 0) {
          let data1 = data.url;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (typeof data1 === "string") {
              if (func22(data1) > 2048) {
                validate121.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/maxLength", keyword: "maxLength", params: { limit: 2048 } }];
                return false;
              } else {
                if (func22(data1) < 1) {
                  validate121.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/minLength", keyword: "minLength", params: { limit: 1 } }];
                  return false;
                }
              }
            } else {
              validate121.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.enabled !== void 0) {
            const _errs5 = errors;
            if (typeof data.enabled !== "boolean") {
              validate121.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/properties/enabled/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.events !== void 0) {
              let data3 = data.events;
              const _errs7 = errors;
              if (errors === _errs7) {
                if (Array.isArray(data3)) {
                  if (data3.length < 1) {
                    validate121.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/minItems", keyword: "minItems", params: { limit: 1 } }];
                    return false;
                  } else {
                    var valid1 = true;
                    const len0 = data3.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs9 = errors;
                      if (!validate1172(data3[i0], { instancePath: instancePath + "/events/" + i0, parentData: data3, parentDataProperty: i0, rootData })) {
                        vErrors = vErrors === null ? validate1172.errors : vErrors.concat(validate1172.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs9 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                    if (valid1) {
                      let i1 = data3.length;
                      let j0;
                      if (i1 > 1) {
                        outer0: for (; i1--; ) {
                          for (j0 = i1; j0--; ) {
                            if (func0(data3[i1], data3[j0])) {
                              validate121.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 } }];
                              return false;
                              break outer0;
                            }
                          }
                        }
                      }
                    }
                  }
                } else {
                  validate121.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/type", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.signatureSecret !== void 0) {
                let data5 = data.signatureSecret;
                const _errs10 = errors;
                if (errors === _errs10) {
                  if (typeof data5 === "string") {
                    if (func22(data5) > 256) {
                      validate121.errors = [{ instancePath: instancePath + "/signatureSecret", schemaPath: "#/properties/signatureSecret/maxLength", keyword: "maxLength", params: { limit: 256 } }];
                      return false;
                    } else {
                      if (func22(data5) < 8) {
                        validate121.errors = [{ instancePath: instancePath + "/signatureSecret", schemaPath: "#/properties/signatureSecret/minLength", keyword: "minLength", params: { limit: 8 } }];
                        return false;
                      }
                    }
                  } else {
                    validate121.errors = [{ instancePath: instancePath + "/signatureSecret", schemaPath: "#/properties/signatureSecret/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
                var valid0 = _errs10 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate121.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate121.errors = vErrors;
  return errors === 0;
}
function validate1202(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate121(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate121.errors : vErrors.concat(validate121.errors);
    errors = vErrors.length;
  }
  validate1202.errors = vErrors;
  return errors === 0;
}
var adminCreateTeamBody = validate1242;
function validate1242(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.slug === void 0 && (missing0 = "slug")) {
        validate1242.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.slug !== void 0) {
          const _errs1 = errors;
          if (typeof data.slug !== "string") {
            validate1242.errors = [{ instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            let data1 = data.name;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (func22(data1) > 128) {
                  validate1242.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 128 } }];
                  return false;
                } else {
                  if (func22(data1) < 1) {
                    validate1242.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 } }];
                    return false;
                  }
                }
              } else {
                validate1242.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1242.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1242.errors = vErrors;
  return errors === 0;
}
var adminSetTeamLimitsBody = validate1252;
var schema69 = { "type": "object", "description": "Null means no limit.", "properties": { "runningSandboxes": { "type": ["integer", "null"], "format": "int32", "minimum": 0 }, "cpus": { "type": ["integer", "null"], "format": "int32", "minimum": 0, "description": "Of its running sandboxes" }, "memoryMB": { "type": ["integer", "null"], "format": "int32", "minimum": 0, "description": "Of its running sandboxes" }, "diskMB": { "type": ["integer", "null"], "format": "int32", "minimum": 0, "description": "Of its sandboxes, paused ones too, and its snapshots" }, "requestsPerMinute": { "type": ["integer", "null"], "format": "int32", "minimum": 1, "description": "On each route" } } };
function validate1262(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.runningSandboxes !== void 0) {
        let data0 = data.runningSandboxes;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0)) && data0 !== null) {
          validate1262.errors = [{ instancePath: instancePath + "/runningSandboxes", schemaPath: "#/properties/runningSandboxes/type", keyword: "type", params: { type: schema69.properties.runningSandboxes.type } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 < 0 || isNaN(data0)) {
              validate1262.errors = [{ instancePath: instancePath + "/runningSandboxes", schemaPath: "#/properties/runningSandboxes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats02.validate(data0)) {
                validate1262.errors = [{ instancePath: instancePath + "/runningSandboxes", schemaPath: "#/properties/runningSandboxes/format", keyword: "format", params: { format: "int32" } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.cpus !== void 0) {
          let data1 = data.cpus;
          const _errs3 = errors;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1)) && data1 !== null) {
            validate1262.errors = [{ instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/type", keyword: "type", params: { type: schema69.properties.cpus.type } }];
            return false;
          }
          if (errors === _errs3) {
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 < 0 || isNaN(data1)) {
                validate1262.errors = [{ instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats02.validate(data1)) {
                  validate1262.errors = [{ instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.memoryMB !== void 0) {
            let data2 = data.memoryMB;
            const _errs5 = errors;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2)) && data2 !== null) {
              validate1262.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/type", keyword: "type", params: { type: schema69.properties.memoryMB.type } }];
              return false;
            }
            if (errors === _errs5) {
              if (typeof data2 == "number" && isFinite(data2)) {
                if (data2 < 0 || isNaN(data2)) {
                  validate1262.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                } else {
                  if (!formats02.validate(data2)) {
                    validate1262.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.diskMB !== void 0) {
              let data3 = data.diskMB;
              const _errs7 = errors;
              if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3)) && data3 !== null) {
                validate1262.errors = [{ instancePath: instancePath + "/diskMB", schemaPath: "#/properties/diskMB/type", keyword: "type", params: { type: schema69.properties.diskMB.type } }];
                return false;
              }
              if (errors === _errs7) {
                if (typeof data3 == "number" && isFinite(data3)) {
                  if (data3 < 0 || isNaN(data3)) {
                    validate1262.errors = [{ instancePath: instancePath + "/diskMB", schemaPath: "#/properties/diskMB/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                    return false;
                  } else {
                    if (!formats02.validate(data3)) {
                      validate1262.errors = [{ instancePath: instancePath + "/diskMB", schemaPath: "#/properties/diskMB/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.requestsPerMinute !== void 0) {
                let data4 = data.requestsPerMinute;
                const _errs9 = errors;
                if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4)) && data4 !== null) {
                  validate1262.errors = [{ instancePath: instancePath + "/requestsPerMinute", schemaPath: "#/properties/requestsPerMinute/type", keyword: "type", params: { type: schema69.properties.requestsPerMinute.type } }];
                  return false;
                }
                if (errors === _errs9) {
                  if (typeof data4 == "number" && isFinite(data4)) {
                    if (data4 < 1 || isNaN(data4)) {
                      validate1262.errors = [{ instancePath: instancePath + "/requestsPerMinute", schemaPath: "#/properties/requestsPerMinute/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                      return false;
                    } else {
                      if (!formats02.validate(data4)) {
                        validate1262.errors = [{ instancePath: instancePath + "/requestsPerMinute", schemaPath: "#/properties/requestsPerMinute/format", keyword: "format", params: { format: "int32" } }];
                        return false;
                      }
                    }
                  }
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate1262.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1262.errors = vErrors;
  return errors === 0;
}
function validate1252(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1262(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1262.errors : vErrors.concat(validate1262.errors);
    errors = vErrors.length;
  }
  validate1252.errors = vErrors;
  return errors === 0;
}
var adminCreateApiKeyBody = validate1282;
function validate1292(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name")) {
        validate1292.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          const _errs1 = errors;
          if (!validate1062(data.name, { instancePath: instancePath + "/name", parentData: data, parentDataProperty: "name", rootData })) {
            vErrors = vErrors === null ? validate1062.errors : vErrors.concat(validate1062.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.scope !== void 0) {
            const _errs2 = errors;
            if (!validate1082(data.scope, { instancePath: instancePath + "/scope", parentData: data, parentDataProperty: "scope", rootData })) {
              vErrors = vErrors === null ? validate1082.errors : vErrors.concat(validate1082.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1292.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1292.errors = vErrors;
  return errors === 0;
}
function validate1282(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1292(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1292.errors : vErrors.concat(validate1292.errors);
    errors = vErrors.length;
  }
  validate1282.errors = vErrors;
  return errors === 0;
}
var adminSetNodeStatusBody = validate1332;
var schema74 = { "type": "string", "enum": ["ready", "draining", "connecting", "unhealthy", "standby"], "description": "Sandboxes are started on a ready node only. A standby node keeps its pool; draining and unhealthy nodes empty it." };
function validate1352(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate1352.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "ready" || data === "draining" || data === "connecting" || data === "unhealthy" || data === "standby")) {
    validate1352.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema74.enum } }];
    return false;
  }
  validate1352.errors = vErrors;
  return errors === 0;
}
var formats34 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate1342(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.status === void 0 && (missing0 = "status")) {
        validate1342.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.status !== void 0) {
          const _errs1 = errors;
          if (!validate1352(data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData })) {
            vErrors = vErrors === null ? validate1352.errors : vErrors.concat(validate1352.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.clusterID !== void 0) {
            let data1 = data.clusterID;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (errors === _errs2) {
                if (typeof data1 === "string") {
                  if (!formats34.test(data1)) {
                    validate1342.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/format", keyword: "format", params: { format: "uuid" } }];
                    return false;
                  }
                } else {
                  validate1342.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1342.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1342.errors = vErrors;
  return errors === 0;
}
function validate1332(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1342(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1342.errors : vErrors.concat(validate1342.errors);
    errors = vErrors.length;
  }
  validate1332.errors = vErrors;
  return errors === 0;
}

// validators:validators:response
var getOpenApiResponse200 = validate213;
function validate213(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
    validate213.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
    return false;
  }
  validate213.errors = vErrors;
  return errors === 0;
}
var listSandboxesV1Response200 = validate222;
var formats03 = require_formats().fullFormats["date-time"];
var formats4 = require_formats().fullFormats.int32;
function validate253(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    validate253.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" } }];
    return false;
  }
  if (errors === 0) {
    if (typeof data == "number" && isFinite(data)) {
      if (data < 1 || isNaN(data)) {
        validate253.errors = [{ instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
        return false;
      } else {
        if (!formats4.validate(data)) {
          validate253.errors = [{ instancePath, schemaPath: "#/format", keyword: "format", params: { format: "int32" } }];
          return false;
        }
      }
    }
  }
  validate253.errors = vErrors;
  return errors === 0;
}
function validate273(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    validate273.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" } }];
    return false;
  }
  if (errors === 0) {
    if (typeof data == "number" && isFinite(data)) {
      if (data < 128 || isNaN(data)) {
        validate273.errors = [{ instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 128 } }];
        return false;
      } else {
        if (!formats4.validate(data)) {
          validate273.errors = [{ instancePath, schemaPath: "#/format", keyword: "format", params: { format: "int32" } }];
          return false;
        }
      }
    }
  }
  validate273.errors = vErrors;
  return errors === 0;
}
function validate292(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(typeof data == "number" && (!(data % 1) && !isNaN(data)) && isFinite(data))) {
    validate292.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "integer" } }];
    return false;
  }
  if (errors === 0) {
    if (typeof data == "number" && isFinite(data)) {
      if (data < 0 || isNaN(data)) {
        validate292.errors = [{ instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
        return false;
      } else {
        if (!formats4.validate(data)) {
          validate292.errors = [{ instancePath, schemaPath: "#/format", keyword: "format", params: { format: "int32" } }];
          return false;
        }
      }
    }
  }
  validate292.errors = vErrors;
  return errors === 0;
}
function validate313(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        const _errs2 = errors;
        if (typeof data[key0] !== "string") {
          validate313.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
        var valid0 = _errs2 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate313.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate313.errors = vErrors;
  return errors === 0;
}
var schema14 = { "type": "string", "enum": ["running", "paused"] };
function validate33(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate33.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "running" || data === "paused")) {
    validate33.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema14.enum } }];
    return false;
  }
  validate33.errors = vErrors;
  return errors === 0;
}
function validate352(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate352.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  validate352.errors = vErrors;
  return errors === 0;
}
function validate373(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.path === void 0 && (missing0 = "path")) {
        validate373.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.name !== void 0) {
          const _errs1 = errors;
          if (typeof data.name !== "string") {
            validate373.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.path !== void 0) {
            const _errs3 = errors;
            if (typeof data.path !== "string") {
              validate373.errors = [{ instancePath: instancePath + "/path", schemaPath: "#/properties/path/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate373.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate373.errors = vErrors;
  return errors === 0;
}
function validate243(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.sandboxID === void 0 && (missing0 = "sandboxID") || data.clientID === void 0 && (missing0 = "clientID") || data.startedAt === void 0 && (missing0 = "startedAt") || data.endAt === void 0 && (missing0 = "endAt") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.memoryMB === void 0 && (missing0 = "memoryMB") || data.diskSizeMB === void 0 && (missing0 = "diskSizeMB") || data.state === void 0 && (missing0 = "state") || data.envdVersion === void 0 && (missing0 = "envdVersion")) {
        validate243.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate243.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.alias !== void 0) {
            const _errs3 = errors;
            if (typeof data.alias !== "string") {
              validate243.errors = [{ instancePath: instancePath + "/alias", schemaPath: "#/properties/alias/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.sandboxID !== void 0) {
              const _errs5 = errors;
              if (typeof data.sandboxID !== "string") {
                validate243.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.clientID !== void 0) {
                const _errs7 = errors;
                if (typeof data.clientID !== "string") {
                  validate243.errors = [{ instancePath: instancePath + "/clientID", schemaPath: "#/properties/clientID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.startedAt !== void 0) {
                  let data4 = data.startedAt;
                  const _errs9 = errors;
                  if (errors === _errs9) {
                    if (errors === _errs9) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate243.errors = [{ instancePath: instancePath + "/startedAt", schemaPath: "#/properties/startedAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate243.errors = [{ instancePath: instancePath + "/startedAt", schemaPath: "#/properties/startedAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.endAt !== void 0) {
                    let data5 = data.endAt;
                    const _errs11 = errors;
                    if (errors === _errs11) {
                      if (errors === _errs11) {
                        if (typeof data5 === "string") {
                          if (!formats03.validate(data5)) {
                            validate243.errors = [{ instancePath: instancePath + "/endAt", schemaPath: "#/properties/endAt/format", keyword: "format", params: { format: "date-time" } }];
                            return false;
                          }
                        } else {
                          validate243.errors = [{ instancePath: instancePath + "/endAt", schemaPath: "#/properties/endAt/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.cpuCount !== void 0) {
                      const _errs13 = errors;
                      if (!validate253(data.cpuCount, { instancePath: instancePath + "/cpuCount", parentData: data, parentDataProperty: "cpuCount", rootData })) {
                        vErrors = vErrors === null ? validate253.errors : vErrors.concat(validate253.errors);
                        errors = vErrors.length;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.memoryMB !== void 0) {
                        const _errs14 = errors;
                        if (!validate273(data.memoryMB, { instancePath: instancePath + "/memoryMB", parentData: data, parentDataProperty: "memoryMB", rootData })) {
                          vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors);
                          errors = vErrors.length;
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.diskSizeMB !== void 0) {
                          const _errs15 = errors;
                          if (!validate292(data.diskSizeMB, { instancePath: instancePath + "/diskSizeMB", parentData: data, parentDataProperty: "diskSizeMB", rootData })) {
                            vErrors = vErrors === null ? validate292.errors : vErrors.concat(validate292.errors);
                            errors = vErrors.length;
                          }
                          var valid0 = _errs15 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.metadata !== void 0) {
                            const _errs16 = errors;
                            if (!validate313(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData })) {
                              vErrors = vErrors === null ? validate313.errors : vErrors.concat(validate313.errors);
                              errors = vErrors.length;
                            }
                            var valid0 = _errs16 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.state !== void 0) {
                              const _errs17 = errors;
                              if (!validate33(data.state, { instancePath: instancePath + "/state", parentData: data, parentDataProperty: "state", rootData })) {
                                vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
                                errors = vErrors.length;
                              }
                              var valid0 = _errs17 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.envdVersion !== void 0) {
                                const _errs18 = errors;
                                if (!validate352(data.envdVersion, { instancePath: instancePath + "/envdVersion", parentData: data, parentDataProperty: "envdVersion", rootData })) {
                                  vErrors = vErrors === null ? validate352.errors : vErrors.concat(validate352.errors);
                                  errors = vErrors.length;
                                }
                                var valid0 = _errs18 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.volumeMounts !== void 0) {
                                  let data12 = data.volumeMounts;
                                  const _errs19 = errors;
                                  if (errors === _errs19) {
                                    if (Array.isArray(data12)) {
                                      var valid1 = true;
                                      const len0 = data12.length;
                                      for (let i0 = 0; i0 < len0; i0++) {
                                        const _errs21 = errors;
                                        if (!validate373(data12[i0], { instancePath: instancePath + "/volumeMounts/" + i0, parentData: data12, parentDataProperty: i0, rootData })) {
                                          vErrors = vErrors === null ? validate373.errors : vErrors.concat(validate373.errors);
                                          errors = vErrors.length;
                                        }
                                        var valid1 = _errs21 === errors;
                                        if (!valid1) {
                                          break;
                                        }
                                      }
                                    } else {
                                      validate243.errors = [{ instancePath: instancePath + "/volumeMounts", schemaPath: "#/properties/volumeMounts/type", keyword: "type", params: { type: "array" } }];
                                      return false;
                                    }
                                  }
                                  var valid0 = _errs19 === errors;
                                } else {
                                  var valid0 = true;
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate243.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate243.errors = vErrors;
  return errors === 0;
}
function validate222(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate243(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate243.errors : vErrors.concat(validate243.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate222.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate222.errors = vErrors;
  return errors === 0;
}
var isError = validate403;
function validate412(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.code === void 0 && (missing0 = "code") || data.message === void 0 && (missing0 = "message")) {
        validate412.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.code !== void 0) {
          let data0 = data.code;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate412.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs1) {
            if (typeof data0 == "number" && isFinite(data0)) {
              if (!formats4.validate(data0)) {
                validate412.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/format", keyword: "format", params: { format: "int32" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.message !== void 0) {
            const _errs3 = errors;
            if (typeof data.message !== "string") {
              validate412.errors = [{ instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.error_code !== void 0) {
              const _errs5 = errors;
              if (typeof data.error_code !== "string") {
                validate412.errors = [{ instancePath: instancePath + "/error_code", schemaPath: "#/properties/error_code/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate412.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate412.errors = vErrors;
  return errors === 0;
}
function validate403(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate412(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate412.errors : vErrors.concat(validate412.errors);
    errors = vErrors.length;
  }
  validate403.errors = vErrors;
  return errors === 0;
}
var isSandbox = validate433;
var schema20 = { "type": "object", "required": ["templateID", "sandboxID", "clientID", "envdVersion"], "properties": { "templateID": { "type": "string" }, "sandboxID": { "type": "string" }, "clientID": { "type": "string", "description": "A constant for old clients" }, "alias": { "type": "string" }, "envdVersion": { "$ref": "control#/$defs/EnvdVersion" }, "envdAccessToken": { "type": "string", "description": "Present if the sandbox is secured" }, "trafficAccessToken": { "type": ["string", "null"] }, "domain": { "type": ["string", "null"], "description": "Base domain of the sandbox's URLs" } } };
function validate442(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.sandboxID === void 0 && (missing0 = "sandboxID") || data.clientID === void 0 && (missing0 = "clientID") || data.envdVersion === void 0 && (missing0 = "envdVersion")) {
        validate442.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate442.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.sandboxID !== void 0) {
            const _errs3 = errors;
            if (typeof data.sandboxID !== "string") {
              validate442.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.clientID !== void 0) {
              const _errs5 = errors;
              if (typeof data.clientID !== "string") {
                validate442.errors = [{ instancePath: instancePath + "/clientID", schemaPath: "#/properties/clientID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.alias !== void 0) {
                const _errs7 = errors;
                if (typeof data.alias !== "string") {
                  validate442.errors = [{ instancePath: instancePath + "/alias", schemaPath: "#/properties/alias/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.envdVersion !== void 0) {
                  const _errs9 = errors;
                  if (!validate352(data.envdVersion, { instancePath: instancePath + "/envdVersion", parentData: data, parentDataProperty: "envdVersion", rootData })) {
                    vErrors = vErrors === null ? validate352.errors : vErrors.concat(validate352.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.envdAccessToken !== void 0) {
                    const _errs10 = errors;
                    if (typeof data.envdAccessToken !== "string") {
                      validate442.errors = [{ instancePath: instancePath + "/envdAccessToken", schemaPath: "#/properties/envdAccessToken/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.trafficAccessToken !== void 0) {
                      let data6 = data.trafficAccessToken;
                      const _errs12 = errors;
                      if (typeof data6 !== "string" && data6 !== null) {
                        validate442.errors = [{ instancePath: instancePath + "/trafficAccessToken", schemaPath: "#/properties/trafficAccessToken/type", keyword: "type", params: { type: schema20.properties.trafficAccessToken.type } }];
                        return false;
                      }
                      var valid0 = _errs12 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.domain !== void 0) {
                        let data7 = data.domain;
                        const _errs14 = errors;
                        if (typeof data7 !== "string" && data7 !== null) {
                          validate442.errors = [{ instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/type", keyword: "type", params: { type: schema20.properties.domain.type } }];
                          return false;
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate442.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate442.errors = vErrors;
  return errors === 0;
}
function validate433(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate442(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate442.errors : vErrors.concat(validate442.errors);
    errors = vErrors.length;
  }
  validate433.errors = vErrors;
  return errors === 0;
}
var listSandboxesResponse200 = validate473;
function validate483(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.sandboxID === void 0 && (missing0 = "sandboxID") || data.clientID === void 0 && (missing0 = "clientID") || data.startedAt === void 0 && (missing0 = "startedAt") || data.endAt === void 0 && (missing0 = "endAt") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.memoryMB === void 0 && (missing0 = "memoryMB") || data.diskSizeMB === void 0 && (missing0 = "diskSizeMB") || data.state === void 0 && (missing0 = "state") || data.envdVersion === void 0 && (missing0 = "envdVersion")) {
        validate483.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate483.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.alias !== void 0) {
            const _errs3 = errors;
            if (typeof data.alias !== "string") {
              validate483.errors = [{ instancePath: instancePath + "/alias", schemaPath: "#/properties/alias/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.sandboxID !== void 0) {
              const _errs5 = errors;
              if (typeof data.sandboxID !== "string") {
                validate483.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.clientID !== void 0) {
                const _errs7 = errors;
                if (typeof data.clientID !== "string") {
                  validate483.errors = [{ instancePath: instancePath + "/clientID", schemaPath: "#/properties/clientID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.startedAt !== void 0) {
                  let data4 = data.startedAt;
                  const _errs9 = errors;
                  if (errors === _errs9) {
                    if (errors === _errs9) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate483.errors = [{ instancePath: instancePath + "/startedAt", schemaPath: "#/properties/startedAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate483.errors = [{ instancePath: instancePath + "/startedAt", schemaPath: "#/properties/startedAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.endAt !== void 0) {
                    let data5 = data.endAt;
                    const _errs11 = errors;
                    if (errors === _errs11) {
                      if (errors === _errs11) {
                        if (typeof data5 === "string") {
                          if (!formats03.validate(data5)) {
                            validate483.errors = [{ instancePath: instancePath + "/endAt", schemaPath: "#/properties/endAt/format", keyword: "format", params: { format: "date-time" } }];
                            return false;
                          }
                        } else {
                          validate483.errors = [{ instancePath: instancePath + "/endAt", schemaPath: "#/properties/endAt/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.cpuCount !== void 0) {
                      const _errs13 = errors;
                      if (!validate253(data.cpuCount, { instancePath: instancePath + "/cpuCount", parentData: data, parentDataProperty: "cpuCount", rootData })) {
                        vErrors = vErrors === null ? validate253.errors : vErrors.concat(validate253.errors);
                        errors = vErrors.length;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.memoryMB !== void 0) {
                        const _errs14 = errors;
                        if (!validate273(data.memoryMB, { instancePath: instancePath + "/memoryMB", parentData: data, parentDataProperty: "memoryMB", rootData })) {
                          vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors);
                          errors = vErrors.length;
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.diskSizeMB !== void 0) {
                          const _errs15 = errors;
                          if (!validate292(data.diskSizeMB, { instancePath: instancePath + "/diskSizeMB", parentData: data, parentDataProperty: "diskSizeMB", rootData })) {
                            vErrors = vErrors === null ? validate292.errors : vErrors.concat(validate292.errors);
                            errors = vErrors.length;
                          }
                          var valid0 = _errs15 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.metadata !== void 0) {
                            const _errs16 = errors;
                            if (!validate313(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData })) {
                              vErrors = vErrors === null ? validate313.errors : vErrors.concat(validate313.errors);
                              errors = vErrors.length;
                            }
                            var valid0 = _errs16 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.state !== void 0) {
                              const _errs17 = errors;
                              if (!validate33(data.state, { instancePath: instancePath + "/state", parentData: data, parentDataProperty: "state", rootData })) {
                                vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
                                errors = vErrors.length;
                              }
                              var valid0 = _errs17 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.envdVersion !== void 0) {
                                const _errs18 = errors;
                                if (!validate352(data.envdVersion, { instancePath: instancePath + "/envdVersion", parentData: data, parentDataProperty: "envdVersion", rootData })) {
                                  vErrors = vErrors === null ? validate352.errors : vErrors.concat(validate352.errors);
                                  errors = vErrors.length;
                                }
                                var valid0 = _errs18 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.volumeMounts !== void 0) {
                                  let data12 = data.volumeMounts;
                                  const _errs19 = errors;
                                  if (errors === _errs19) {
                                    if (Array.isArray(data12)) {
                                      var valid1 = true;
                                      const len0 = data12.length;
                                      for (let i0 = 0; i0 < len0; i0++) {
                                        const _errs21 = errors;
                                        if (!validate373(data12[i0], { instancePath: instancePath + "/volumeMounts/" + i0, parentData: data12, parentDataProperty: i0, rootData })) {
                                          vErrors = vErrors === null ? validate373.errors : vErrors.concat(validate373.errors);
                                          errors = vErrors.length;
                                        }
                                        var valid1 = _errs21 === errors;
                                        if (!valid1) {
                                          break;
                                        }
                                      }
                                    } else {
                                      validate483.errors = [{ instancePath: instancePath + "/volumeMounts", schemaPath: "#/properties/volumeMounts/type", keyword: "type", params: { type: "array" } }];
                                      return false;
                                    }
                                  }
                                  var valid0 = _errs19 === errors;
                                } else {
                                  var valid0 = true;
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate483.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate483.errors = vErrors;
  return errors === 0;
}
function validate473(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate483(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate483.errors : vErrors.concat(validate483.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate473.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate473.errors = vErrors;
  return errors === 0;
}
var isSandboxDetail = validate572;
var schema24 = { "allOf": [{ "$ref": "control#/$defs/ListedSandbox" }, { "type": "object", "properties": { "envdAccessToken": { "type": "string", "description": "Present if the sandbox is secured" }, "allowInternetAccess": { "type": ["boolean", "null"], "description": "Null if it was never set" }, "domain": { "type": ["string", "null"] }, "network": { "$ref": "control#/$defs/SandboxNetworkConfig" }, "lifecycle": { "$ref": "control#/$defs/SandboxLifecycle" } } }] };
function validate593(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.sandboxID === void 0 && (missing0 = "sandboxID") || data.clientID === void 0 && (missing0 = "clientID") || data.startedAt === void 0 && (missing0 = "startedAt") || data.endAt === void 0 && (missing0 = "endAt") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.memoryMB === void 0 && (missing0 = "memoryMB") || data.diskSizeMB === void 0 && (missing0 = "diskSizeMB") || data.state === void 0 && (missing0 = "state") || data.envdVersion === void 0 && (missing0 = "envdVersion")) {
        validate593.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate593.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.alias !== void 0) {
            const _errs3 = errors;
            if (typeof data.alias !== "string") {
              validate593.errors = [{ instancePath: instancePath + "/alias", schemaPath: "#/properties/alias/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.sandboxID !== void 0) {
              const _errs5 = errors;
              if (typeof data.sandboxID !== "string") {
                validate593.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.clientID !== void 0) {
                const _errs7 = errors;
                if (typeof data.clientID !== "string") {
                  validate593.errors = [{ instancePath: instancePath + "/clientID", schemaPath: "#/properties/clientID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.startedAt !== void 0) {
                  let data4 = data.startedAt;
                  const _errs9 = errors;
                  if (errors === _errs9) {
                    if (errors === _errs9) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate593.errors = [{ instancePath: instancePath + "/startedAt", schemaPath: "#/properties/startedAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate593.errors = [{ instancePath: instancePath + "/startedAt", schemaPath: "#/properties/startedAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.endAt !== void 0) {
                    let data5 = data.endAt;
                    const _errs11 = errors;
                    if (errors === _errs11) {
                      if (errors === _errs11) {
                        if (typeof data5 === "string") {
                          if (!formats03.validate(data5)) {
                            validate593.errors = [{ instancePath: instancePath + "/endAt", schemaPath: "#/properties/endAt/format", keyword: "format", params: { format: "date-time" } }];
                            return false;
                          }
                        } else {
                          validate593.errors = [{ instancePath: instancePath + "/endAt", schemaPath: "#/properties/endAt/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.cpuCount !== void 0) {
                      const _errs13 = errors;
                      if (!validate253(data.cpuCount, { instancePath: instancePath + "/cpuCount", parentData: data, parentDataProperty: "cpuCount", rootData })) {
                        vErrors = vErrors === null ? validate253.errors : vErrors.concat(validate253.errors);
                        errors = vErrors.length;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.memoryMB !== void 0) {
                        const _errs14 = errors;
                        if (!validate273(data.memoryMB, { instancePath: instancePath + "/memoryMB", parentData: data, parentDataProperty: "memoryMB", rootData })) {
                          vErrors = vErrors === null ? validate273.errors : vErrors.concat(validate273.errors);
                          errors = vErrors.length;
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.diskSizeMB !== void 0) {
                          const _errs15 = errors;
                          if (!validate292(data.diskSizeMB, { instancePath: instancePath + "/diskSizeMB", parentData: data, parentDataProperty: "diskSizeMB", rootData })) {
                            vErrors = vErrors === null ? validate292.errors : vErrors.concat(validate292.errors);
                            errors = vErrors.length;
                          }
                          var valid0 = _errs15 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.metadata !== void 0) {
                            const _errs16 = errors;
                            if (!validate313(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData })) {
                              vErrors = vErrors === null ? validate313.errors : vErrors.concat(validate313.errors);
                              errors = vErrors.length;
                            }
                            var valid0 = _errs16 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.state !== void 0) {
                              const _errs17 = errors;
                              if (!validate33(data.state, { instancePath: instancePath + "/state", parentData: data, parentDataProperty: "state", rootData })) {
                                vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
                                errors = vErrors.length;
                              }
                              var valid0 = _errs17 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.envdVersion !== void 0) {
                                const _errs18 = errors;
                                if (!validate352(data.envdVersion, { instancePath: instancePath + "/envdVersion", parentData: data, parentDataProperty: "envdVersion", rootData })) {
                                  vErrors = vErrors === null ? validate352.errors : vErrors.concat(validate352.errors);
                                  errors = vErrors.length;
                                }
                                var valid0 = _errs18 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.volumeMounts !== void 0) {
                                  let data12 = data.volumeMounts;
                                  const _errs19 = errors;
                                  if (errors === _errs19) {
                                    if (Array.isArray(data12)) {
                                      var valid1 = true;
                                      const len0 = data12.length;
                                      for (let i0 = 0; i0 < len0; i0++) {
                                        const _errs21 = errors;
                                        if (!validate373(data12[i0], { instancePath: instancePath + "/volumeMounts/" + i0, parentData: data12, parentDataProperty: i0, rootData })) {
                                          vErrors = vErrors === null ? validate373.errors : vErrors.concat(validate373.errors);
                                          errors = vErrors.length;
                                        }
                                        var valid1 = _errs21 === errors;
                                        if (!valid1) {
                                          break;
                                        }
                                      }
                                    } else {
                                      validate593.errors = [{ instancePath: instancePath + "/volumeMounts", schemaPath: "#/properties/volumeMounts/type", keyword: "type", params: { type: "array" } }];
                                      return false;
                                    }
                                  }
                                  var valid0 = _errs19 === errors;
                                } else {
                                  var valid0 = true;
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate593.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate593.errors = vErrors;
  return errors === 0;
}
var schema27 = { "type": ["object", "null"], "required": ["address"], "properties": { "address": { "type": "string", "description": "`host:port` of a SOCKS5 proxy; `http://host:port` of one that accepts CONNECT" }, "username": { "type": "string", "maxLength": 255 }, "password": { "type": "string", "maxLength": 255, "description": "Never returned" } } };
var func23 = require_ucs2length().default;
function validate693(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data)) && data !== null) {
    validate693.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: schema27.type } }];
    return false;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.address === void 0 && (missing0 = "address")) {
        validate693.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.address !== void 0) {
          const _errs1 = errors;
          if (typeof data.address !== "string") {
            validate693.errors = [{ instancePath: instancePath + "/address", schemaPath: "#/properties/address/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.username !== void 0) {
            let data1 = data.username;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (typeof data1 === "string") {
                if (func23(data1) > 255) {
                  validate693.errors = [{ instancePath: instancePath + "/username", schemaPath: "#/properties/username/maxLength", keyword: "maxLength", params: { limit: 255 } }];
                  return false;
                }
              } else {
                validate693.errors = [{ instancePath: instancePath + "/username", schemaPath: "#/properties/username/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.password !== void 0) {
              let data2 = data.password;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data2 === "string") {
                  if (func23(data2) > 255) {
                    validate693.errors = [{ instancePath: instancePath + "/password", schemaPath: "#/properties/password/maxLength", keyword: "maxLength", params: { limit: 255 } }];
                    return false;
                  }
                } else {
                  validate693.errors = [{ instancePath: instancePath + "/password", schemaPath: "#/properties/password/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    }
  }
  validate693.errors = vErrors;
  return errors === 0;
}
function validate723(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.headers !== void 0) {
        let data0 = data.headers;
        const _errs1 = errors;
        if (errors === _errs1) {
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            for (const key0 in data0) {
              const _errs4 = errors;
              if (typeof data0[key0] !== "string") {
                validate723.errors = [{ instancePath: instancePath + "/headers/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/headers/additionalProperties/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid1 = _errs4 === errors;
              if (!valid1) {
                break;
              }
            }
          } else {
            validate723.errors = [{ instancePath: instancePath + "/headers", schemaPath: "#/properties/headers/type", keyword: "type", params: { type: "object" } }];
            return false;
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.allowHttp !== void 0) {
          const _errs6 = errors;
          if (typeof data.allowHttp !== "boolean") {
            validate723.errors = [{ instancePath: instancePath + "/allowHttp", schemaPath: "#/properties/allowHttp/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid0 = _errs6 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate723.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate723.errors = vErrors;
  return errors === 0;
}
function validate71(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.transform !== void 0) {
        if (!validate723(data.transform, { instancePath: instancePath + "/transform", parentData: data, parentDataProperty: "transform", rootData })) {
          vErrors = vErrors === null ? validate723.errors : vErrors.concat(validate723.errors);
          errors = vErrors.length;
        }
      }
    } else {
      validate71.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate71.errors = vErrors;
  return errors === 0;
}
function validate683(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.allowPublicTraffic !== void 0) {
        const _errs1 = errors;
        if (typeof data.allowPublicTraffic !== "boolean") {
          validate683.errors = [{ instancePath: instancePath + "/allowPublicTraffic", schemaPath: "#/properties/allowPublicTraffic/type", keyword: "type", params: { type: "boolean" } }];
          return false;
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.allowOut !== void 0) {
          let data1 = data.allowOut;
          const _errs3 = errors;
          if (errors === _errs3) {
            if (Array.isArray(data1)) {
              var valid1 = true;
              const len0 = data1.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs5 = errors;
                if (typeof data1[i0] !== "string") {
                  validate683.errors = [{ instancePath: instancePath + "/allowOut/" + i0, schemaPath: "#/properties/allowOut/items/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid1 = _errs5 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate683.errors = [{ instancePath: instancePath + "/allowOut", schemaPath: "#/properties/allowOut/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.denyOut !== void 0) {
            let data3 = data.denyOut;
            const _errs7 = errors;
            if (errors === _errs7) {
              if (Array.isArray(data3)) {
                var valid2 = true;
                const len1 = data3.length;
                for (let i1 = 0; i1 < len1; i1++) {
                  const _errs9 = errors;
                  if (typeof data3[i1] !== "string") {
                    validate683.errors = [{ instancePath: instancePath + "/denyOut/" + i1, schemaPath: "#/properties/denyOut/items/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid2 = _errs9 === errors;
                  if (!valid2) {
                    break;
                  }
                }
              } else {
                validate683.errors = [{ instancePath: instancePath + "/denyOut", schemaPath: "#/properties/denyOut/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs7 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.maskRequestHost !== void 0) {
              const _errs11 = errors;
              if (typeof data.maskRequestHost !== "string") {
                validate683.errors = [{ instancePath: instancePath + "/maskRequestHost", schemaPath: "#/properties/maskRequestHost/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs11 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.httpsPorts !== void 0) {
                let data6 = data.httpsPorts;
                const _errs13 = errors;
                if (errors === _errs13) {
                  if (Array.isArray(data6)) {
                    var valid3 = true;
                    const len2 = data6.length;
                    for (let i2 = 0; i2 < len2; i2++) {
                      let data7 = data6[i2];
                      const _errs15 = errors;
                      if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                        validate683.errors = [{ instancePath: instancePath + "/httpsPorts/" + i2, schemaPath: "#/properties/httpsPorts/items/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs15) {
                        if (typeof data7 == "number" && isFinite(data7)) {
                          if (data7 > 65535 || isNaN(data7)) {
                            validate683.errors = [{ instancePath: instancePath + "/httpsPorts/" + i2, schemaPath: "#/properties/httpsPorts/items/maximum", keyword: "maximum", params: { comparison: "<=", limit: 65535 } }];
                            return false;
                          } else {
                            if (data7 < 1 || isNaN(data7)) {
                              validate683.errors = [{ instancePath: instancePath + "/httpsPorts/" + i2, schemaPath: "#/properties/httpsPorts/items/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid3 = _errs15 === errors;
                      if (!valid3) {
                        break;
                      }
                    }
                  } else {
                    validate683.errors = [{ instancePath: instancePath + "/httpsPorts", schemaPath: "#/properties/httpsPorts/type", keyword: "type", params: { type: "array" } }];
                    return false;
                  }
                }
                var valid0 = _errs13 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.egressProxy !== void 0) {
                  const _errs17 = errors;
                  if (!validate693(data.egressProxy, { instancePath: instancePath + "/egressProxy", parentData: data, parentDataProperty: "egressProxy", rootData })) {
                    vErrors = vErrors === null ? validate693.errors : vErrors.concat(validate693.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs17 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.rules !== void 0) {
                    let data9 = data.rules;
                    const _errs18 = errors;
                    if (errors === _errs18) {
                      if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                        for (const key0 in data9) {
                          let data10 = data9[key0];
                          const _errs21 = errors;
                          if (errors === _errs21) {
                            if (Array.isArray(data10)) {
                              var valid5 = true;
                              const len3 = data10.length;
                              for (let i3 = 0; i3 < len3; i3++) {
                                const _errs23 = errors;
                                if (!validate71(data10[i3], { instancePath: instancePath + "/rules/" + key0.replace(/~/g, "~0").replace(/\//g, "~1") + "/" + i3, parentData: data10, parentDataProperty: i3, rootData })) {
                                  vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);
                                  errors = vErrors.length;
                                }
                                var valid5 = _errs23 === errors;
                                if (!valid5) {
                                  break;
                                }
                              }
                            } else {
                              validate683.errors = [{ instancePath: instancePath + "/rules/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/rules/additionalProperties/type", keyword: "type", params: { type: "array" } }];
                              return false;
                            }
                          }
                          var valid4 = _errs21 === errors;
                          if (!valid4) {
                            break;
                          }
                        }
                      } else {
                        validate683.errors = [{ instancePath: instancePath + "/rules", schemaPath: "#/properties/rules/type", keyword: "type", params: { type: "object" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs18 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate683.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate683.errors = vErrors;
  return errors === 0;
}
var schema31 = { "type": "string", "enum": ["kill", "pause"] };
function validate773(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate773.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "kill" || data === "pause")) {
    validate773.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema31.enum } }];
    return false;
  }
  validate773.errors = vErrors;
  return errors === 0;
}
function validate762(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.autoResume === void 0 && (missing0 = "autoResume") || data.onTimeout === void 0 && (missing0 = "onTimeout")) {
        validate762.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.autoResume !== void 0) {
          const _errs1 = errors;
          if (typeof data.autoResume !== "boolean") {
            validate762.errors = [{ instancePath: instancePath + "/autoResume", schemaPath: "#/properties/autoResume/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.onTimeout !== void 0) {
            const _errs3 = errors;
            if (!validate773(data.onTimeout, { instancePath: instancePath + "/onTimeout", parentData: data, parentDataProperty: "onTimeout", rootData })) {
              vErrors = vErrors === null ? validate773.errors : vErrors.concat(validate773.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate762.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate762.errors = vErrors;
  return errors === 0;
}
function validate582(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate593(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate593.errors : vErrors.concat(validate593.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        if (data.envdAccessToken !== void 0) {
          const _errs3 = errors;
          if (typeof data.envdAccessToken !== "string") {
            validate582.errors = [{ instancePath: instancePath + "/envdAccessToken", schemaPath: "#/allOf/1/properties/envdAccessToken/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid1 = _errs3 === errors;
        } else {
          var valid1 = true;
        }
        if (valid1) {
          if (data.allowInternetAccess !== void 0) {
            let data1 = data.allowInternetAccess;
            const _errs5 = errors;
            if (typeof data1 !== "boolean" && data1 !== null) {
              validate582.errors = [{ instancePath: instancePath + "/allowInternetAccess", schemaPath: "#/allOf/1/properties/allowInternetAccess/type", keyword: "type", params: { type: schema24.allOf[1].properties.allowInternetAccess.type } }];
              return false;
            }
            var valid1 = _errs5 === errors;
          } else {
            var valid1 = true;
          }
          if (valid1) {
            if (data.domain !== void 0) {
              let data2 = data.domain;
              const _errs7 = errors;
              if (typeof data2 !== "string" && data2 !== null) {
                validate582.errors = [{ instancePath: instancePath + "/domain", schemaPath: "#/allOf/1/properties/domain/type", keyword: "type", params: { type: schema24.allOf[1].properties.domain.type } }];
                return false;
              }
              var valid1 = _errs7 === errors;
            } else {
              var valid1 = true;
            }
            if (valid1) {
              if (data.network !== void 0) {
                const _errs9 = errors;
                if (!validate683(data.network, { instancePath: instancePath + "/network", parentData: data, parentDataProperty: "network", rootData })) {
                  vErrors = vErrors === null ? validate683.errors : vErrors.concat(validate683.errors);
                  errors = vErrors.length;
                }
                var valid1 = _errs9 === errors;
              } else {
                var valid1 = true;
              }
              if (valid1) {
                if (data.lifecycle !== void 0) {
                  const _errs10 = errors;
                  if (!validate762(data.lifecycle, { instancePath: instancePath + "/lifecycle", parentData: data, parentDataProperty: "lifecycle", rootData })) {
                    vErrors = vErrors === null ? validate762.errors : vErrors.concat(validate762.errors);
                    errors = vErrors.length;
                  }
                  var valid1 = _errs10 === errors;
                } else {
                  var valid1 = true;
                }
              }
            }
          }
        }
      } else {
        validate582.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate582.errors = vErrors;
  return errors === 0;
}
function validate572(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate582(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate582.errors : vErrors.concat(validate582.errors);
    errors = vErrors.length;
  }
  validate572.errors = vErrors;
  return errors === 0;
}
var forkSandboxResponse201 = validate813;
function validate832(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.sandboxID === void 0 && (missing0 = "sandboxID") || data.clientID === void 0 && (missing0 = "clientID") || data.envdVersion === void 0 && (missing0 = "envdVersion")) {
        validate832.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate832.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.sandboxID !== void 0) {
            const _errs3 = errors;
            if (typeof data.sandboxID !== "string") {
              validate832.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.clientID !== void 0) {
              const _errs5 = errors;
              if (typeof data.clientID !== "string") {
                validate832.errors = [{ instancePath: instancePath + "/clientID", schemaPath: "#/properties/clientID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.alias !== void 0) {
                const _errs7 = errors;
                if (typeof data.alias !== "string") {
                  validate832.errors = [{ instancePath: instancePath + "/alias", schemaPath: "#/properties/alias/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.envdVersion !== void 0) {
                  const _errs9 = errors;
                  if (!validate352(data.envdVersion, { instancePath: instancePath + "/envdVersion", parentData: data, parentDataProperty: "envdVersion", rootData })) {
                    vErrors = vErrors === null ? validate352.errors : vErrors.concat(validate352.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.envdAccessToken !== void 0) {
                    const _errs10 = errors;
                    if (typeof data.envdAccessToken !== "string") {
                      validate832.errors = [{ instancePath: instancePath + "/envdAccessToken", schemaPath: "#/properties/envdAccessToken/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.trafficAccessToken !== void 0) {
                      let data6 = data.trafficAccessToken;
                      const _errs12 = errors;
                      if (typeof data6 !== "string" && data6 !== null) {
                        validate832.errors = [{ instancePath: instancePath + "/trafficAccessToken", schemaPath: "#/properties/trafficAccessToken/type", keyword: "type", params: { type: schema20.properties.trafficAccessToken.type } }];
                        return false;
                      }
                      var valid0 = _errs12 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.domain !== void 0) {
                        let data7 = data.domain;
                        const _errs14 = errors;
                        if (typeof data7 !== "string" && data7 !== null) {
                          validate832.errors = [{ instancePath: instancePath + "/domain", schemaPath: "#/properties/domain/type", keyword: "type", params: { type: schema20.properties.domain.type } }];
                          return false;
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate832.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate832.errors = vErrors;
  return errors === 0;
}
function validate862(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.code === void 0 && (missing0 = "code") || data.message === void 0 && (missing0 = "message")) {
        validate862.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.code !== void 0) {
          let data0 = data.code;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate862.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs1) {
            if (typeof data0 == "number" && isFinite(data0)) {
              if (!formats4.validate(data0)) {
                validate862.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/format", keyword: "format", params: { format: "int32" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.message !== void 0) {
            const _errs3 = errors;
            if (typeof data.message !== "string") {
              validate862.errors = [{ instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.error_code !== void 0) {
              const _errs5 = errors;
              if (typeof data.error_code !== "string") {
                validate862.errors = [{ instancePath: instancePath + "/error_code", schemaPath: "#/properties/error_code/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate862.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate862.errors = vErrors;
  return errors === 0;
}
function validate822(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.sandbox !== void 0) {
        const _errs1 = errors;
        if (!validate832(data.sandbox, { instancePath: instancePath + "/sandbox", parentData: data, parentDataProperty: "sandbox", rootData })) {
          vErrors = vErrors === null ? validate832.errors : vErrors.concat(validate832.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.error !== void 0) {
          const _errs2 = errors;
          if (!validate862(data.error, { instancePath: instancePath + "/error", parentData: data, parentDataProperty: "error", rootData })) {
            vErrors = vErrors === null ? validate862.errors : vErrors.concat(validate862.errors);
            errors = vErrors.length;
          }
          var valid0 = _errs2 === errors;
        } else {
          var valid0 = true;
        }
      }
    } else {
      validate822.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate822.errors = vErrors;
  return errors === 0;
}
function validate813(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate822(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate822.errors : vErrors.concat(validate822.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate813.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate813.errors = vErrors;
  return errors === 0;
}
var isSnapshotInfo = validate893;
function validate903(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.snapshotID === void 0 && (missing0 = "snapshotID") || data.names === void 0 && (missing0 = "names")) {
        validate903.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.snapshotID !== void 0) {
          const _errs1 = errors;
          if (typeof data.snapshotID !== "string") {
            validate903.errors = [{ instancePath: instancePath + "/snapshotID", schemaPath: "#/properties/snapshotID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.names !== void 0) {
            let data1 = data.names;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (Array.isArray(data1)) {
                var valid1 = true;
                const len0 = data1.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  const _errs5 = errors;
                  if (typeof data1[i0] !== "string") {
                    validate903.errors = [{ instancePath: instancePath + "/names/" + i0, schemaPath: "#/properties/names/items/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid1 = _errs5 === errors;
                  if (!valid1) {
                    break;
                  }
                }
              } else {
                validate903.errors = [{ instancePath: instancePath + "/names", schemaPath: "#/properties/names/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate903.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate903.errors = vErrors;
  return errors === 0;
}
function validate893(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate903(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate903.errors : vErrors.concat(validate903.errors);
    errors = vErrors.length;
  }
  validate893.errors = vErrors;
  return errors === 0;
}
var listSnapshotsResponse200 = validate923;
function validate933(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.snapshotID === void 0 && (missing0 = "snapshotID") || data.names === void 0 && (missing0 = "names")) {
        validate933.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.snapshotID !== void 0) {
          const _errs1 = errors;
          if (typeof data.snapshotID !== "string") {
            validate933.errors = [{ instancePath: instancePath + "/snapshotID", schemaPath: "#/properties/snapshotID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.names !== void 0) {
            let data1 = data.names;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (Array.isArray(data1)) {
                var valid1 = true;
                const len0 = data1.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  const _errs5 = errors;
                  if (typeof data1[i0] !== "string") {
                    validate933.errors = [{ instancePath: instancePath + "/names/" + i0, schemaPath: "#/properties/names/items/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid1 = _errs5 === errors;
                  if (!valid1) {
                    break;
                  }
                }
              } else {
                validate933.errors = [{ instancePath: instancePath + "/names", schemaPath: "#/properties/names/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate933.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate933.errors = vErrors;
  return errors === 0;
}
function validate923(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate933(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate933.errors : vErrors.concat(validate933.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate923.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate923.errors = vErrors;
  return errors === 0;
}
var isRequestedBuild = validate952;
function validate962(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.buildID === void 0 && (missing0 = "buildID") || data.public === void 0 && (missing0 = "public") || data.names === void 0 && (missing0 = "names") || data.tags === void 0 && (missing0 = "tags") || data.aliases === void 0 && (missing0 = "aliases")) {
        validate962.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate962.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.buildID !== void 0) {
            const _errs3 = errors;
            if (typeof data.buildID !== "string") {
              validate962.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.public !== void 0) {
              const _errs5 = errors;
              if (typeof data.public !== "boolean") {
                validate962.errors = [{ instancePath: instancePath + "/public", schemaPath: "#/properties/public/type", keyword: "type", params: { type: "boolean" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.names !== void 0) {
                let data3 = data.names;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (Array.isArray(data3)) {
                    var valid1 = true;
                    const len0 = data3.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs9 = errors;
                      if (typeof data3[i0] !== "string") {
                        validate962.errors = [{ instancePath: instancePath + "/names/" + i0, schemaPath: "#/properties/names/items/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                      var valid1 = _errs9 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  } else {
                    validate962.errors = [{ instancePath: instancePath + "/names", schemaPath: "#/properties/names/type", keyword: "type", params: { type: "array" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.tags !== void 0) {
                  let data5 = data.tags;
                  const _errs11 = errors;
                  if (errors === _errs11) {
                    if (Array.isArray(data5)) {
                      var valid2 = true;
                      const len1 = data5.length;
                      for (let i1 = 0; i1 < len1; i1++) {
                        const _errs13 = errors;
                        if (typeof data5[i1] !== "string") {
                          validate962.errors = [{ instancePath: instancePath + "/tags/" + i1, schemaPath: "#/properties/tags/items/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid2 = _errs13 === errors;
                        if (!valid2) {
                          break;
                        }
                      }
                    } else {
                      validate962.errors = [{ instancePath: instancePath + "/tags", schemaPath: "#/properties/tags/type", keyword: "type", params: { type: "array" } }];
                      return false;
                    }
                  }
                  var valid0 = _errs11 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.aliases !== void 0) {
                    let data7 = data.aliases;
                    const _errs15 = errors;
                    if (errors === _errs15) {
                      if (Array.isArray(data7)) {
                        var valid3 = true;
                        const len2 = data7.length;
                        for (let i2 = 0; i2 < len2; i2++) {
                          const _errs17 = errors;
                          if (typeof data7[i2] !== "string") {
                            validate962.errors = [{ instancePath: instancePath + "/aliases/" + i2, schemaPath: "#/properties/aliases/items/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                          var valid3 = _errs17 === errors;
                          if (!valid3) {
                            break;
                          }
                        }
                      } else {
                        validate962.errors = [{ instancePath: instancePath + "/aliases", schemaPath: "#/properties/aliases/type", keyword: "type", params: { type: "array" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs15 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate962.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate962.errors = vErrors;
  return errors === 0;
}
function validate952(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate962(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate962.errors : vErrors.concat(validate962.errors);
    errors = vErrors.length;
  }
  validate952.errors = vErrors;
  return errors === 0;
}
var isUploadLink = validate983;
function validate992(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.present === void 0 && (missing0 = "present")) {
        validate992.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.present !== void 0) {
          const _errs1 = errors;
          if (typeof data.present !== "boolean") {
            validate992.errors = [{ instancePath: instancePath + "/present", schemaPath: "#/properties/present/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.url !== void 0) {
            const _errs3 = errors;
            if (typeof data.url !== "string") {
              validate992.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate992.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate992.errors = vErrors;
  return errors === 0;
}
function validate983(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate992(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate992.errors : vErrors.concat(validate992.errors);
    errors = vErrors.length;
  }
  validate983.errors = vErrors;
  return errors === 0;
}
var isTemplateBuildInfo = validate1013;
var schema47 = { "type": "string", "enum": ["debug", "info", "warn", "error"] };
function validate1043(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate1043.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "debug" || data === "info" || data === "warn" || data === "error")) {
    validate1043.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema47.enum } }];
    return false;
  }
  validate1043.errors = vErrors;
  return errors === 0;
}
function validate1032(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.timestamp === void 0 && (missing0 = "timestamp") || data.message === void 0 && (missing0 = "message") || data.level === void 0 && (missing0 = "level")) {
        validate1032.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate1032.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.timestamp !== void 0) {
            let data1 = data.timestamp;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (errors === _errs3) {
                if (typeof data1 === "string") {
                  if (!formats03.validate(data1)) {
                    validate1032.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                    return false;
                  }
                } else {
                  validate1032.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.message !== void 0) {
              const _errs5 = errors;
              if (typeof data.message !== "string") {
                validate1032.errors = [{ instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.level !== void 0) {
                const _errs7 = errors;
                if (!validate1043(data.level, { instancePath: instancePath + "/level", parentData: data, parentDataProperty: "level", rootData })) {
                  vErrors = vErrors === null ? validate1043.errors : vErrors.concat(validate1043.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.step !== void 0) {
                  const _errs8 = errors;
                  if (typeof data.step !== "string") {
                    validate1032.errors = [{ instancePath: instancePath + "/step", schemaPath: "#/properties/step/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate1032.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1032.errors = vErrors;
  return errors === 0;
}
var schema48 = { "type": "string", "enum": ["building", "waiting", "ready", "error"] };
function validate1072(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate1072.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "building" || data === "waiting" || data === "ready" || data === "error")) {
    validate1072.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema48.enum } }];
    return false;
  }
  validate1072.errors = vErrors;
  return errors === 0;
}
function validate1092(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.message === void 0 && (missing0 = "message")) {
        validate1092.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.message !== void 0) {
          const _errs1 = errors;
          if (typeof data.message !== "string") {
            validate1092.errors = [{ instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.step !== void 0) {
            const _errs3 = errors;
            if (typeof data.step !== "string") {
              validate1092.errors = [{ instancePath: instancePath + "/step", schemaPath: "#/properties/step/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.logEntries !== void 0) {
              let data2 = data.logEntries;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (Array.isArray(data2)) {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs7 = errors;
                    if (!validate1032(data2[i0], { instancePath: instancePath + "/logEntries/" + i0, parentData: data2, parentDataProperty: i0, rootData })) {
                      vErrors = vErrors === null ? validate1032.errors : vErrors.concat(validate1032.errors);
                      errors = vErrors.length;
                    }
                    var valid1 = _errs7 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                } else {
                  validate1092.errors = [{ instancePath: instancePath + "/logEntries", schemaPath: "#/properties/logEntries/type", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate1092.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1092.errors = vErrors;
  return errors === 0;
}
function validate1023(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.logs === void 0 && (missing0 = "logs") || data.logEntries === void 0 && (missing0 = "logEntries") || data.templateID === void 0 && (missing0 = "templateID") || data.buildID === void 0 && (missing0 = "buildID") || data.status === void 0 && (missing0 = "status")) {
        validate1023.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.logs !== void 0) {
          let data0 = data.logs;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs3 = errors;
                if (typeof data0[i0] !== "string") {
                  validate1023.errors = [{ instancePath: instancePath + "/logs/" + i0, schemaPath: "#/properties/logs/items/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate1023.errors = [{ instancePath: instancePath + "/logs", schemaPath: "#/properties/logs/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.logEntries !== void 0) {
            let data2 = data.logEntries;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (Array.isArray(data2)) {
                var valid2 = true;
                const len1 = data2.length;
                for (let i1 = 0; i1 < len1; i1++) {
                  const _errs7 = errors;
                  if (!validate1032(data2[i1], { instancePath: instancePath + "/logEntries/" + i1, parentData: data2, parentDataProperty: i1, rootData })) {
                    vErrors = vErrors === null ? validate1032.errors : vErrors.concat(validate1032.errors);
                    errors = vErrors.length;
                  }
                  var valid2 = _errs7 === errors;
                  if (!valid2) {
                    break;
                  }
                }
              } else {
                validate1023.errors = [{ instancePath: instancePath + "/logEntries", schemaPath: "#/properties/logEntries/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.templateID !== void 0) {
              const _errs8 = errors;
              if (typeof data.templateID !== "string") {
                validate1023.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs8 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.buildID !== void 0) {
                const _errs10 = errors;
                if (typeof data.buildID !== "string") {
                  validate1023.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs10 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.status !== void 0) {
                  const _errs12 = errors;
                  if (!validate1072(data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData })) {
                    vErrors = vErrors === null ? validate1072.errors : vErrors.concat(validate1072.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs12 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.reason !== void 0) {
                    const _errs13 = errors;
                    if (!validate1092(data.reason, { instancePath: instancePath + "/reason", parentData: data, parentDataProperty: "reason", rootData })) {
                      vErrors = vErrors === null ? validate1092.errors : vErrors.concat(validate1092.errors);
                      errors = vErrors.length;
                    }
                    var valid0 = _errs13 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1023.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1023.errors = vErrors;
  return errors === 0;
}
function validate1013(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1023(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1023.errors : vErrors.concat(validate1023.errors);
    errors = vErrors.length;
  }
  validate1013.errors = vErrors;
  return errors === 0;
}
var isTemplateBuildLogsResponse = validate1132;
var schema51 = { "type": "object", "required": ["logs"], "properties": { "logs": { "type": "array", "items": { "$ref": "control#/$defs/BuildLogEntry" } }, "nextCursor": { "type": "string" }, "source": { "type": "string", "enum": ["temporary", "persistent"] } } };
function validate1142(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.logs === void 0 && (missing0 = "logs")) {
        validate1142.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.logs !== void 0) {
          let data0 = data.logs;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs3 = errors;
                if (!validate1032(data0[i0], { instancePath: instancePath + "/logs/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
                  vErrors = vErrors === null ? validate1032.errors : vErrors.concat(validate1032.errors);
                  errors = vErrors.length;
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate1142.errors = [{ instancePath: instancePath + "/logs", schemaPath: "#/properties/logs/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.nextCursor !== void 0) {
            const _errs4 = errors;
            if (typeof data.nextCursor !== "string") {
              validate1142.errors = [{ instancePath: instancePath + "/nextCursor", schemaPath: "#/properties/nextCursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.source !== void 0) {
              let data3 = data.source;
              const _errs6 = errors;
              if (typeof data3 !== "string") {
                validate1142.errors = [{ instancePath: instancePath + "/source", schemaPath: "#/properties/source/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              if (!(data3 === "temporary" || data3 === "persistent")) {
                validate1142.errors = [{ instancePath: instancePath + "/source", schemaPath: "#/properties/source/enum", keyword: "enum", params: { allowedValues: schema51.properties.source.enum } }];
                return false;
              }
              var valid0 = _errs6 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate1142.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1142.errors = vErrors;
  return errors === 0;
}
function validate1132(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1142(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1142.errors : vErrors.concat(validate1142.errors);
    errors = vErrors.length;
  }
  validate1132.errors = vErrors;
  return errors === 0;
}
var isTemplateAlias = validate1173;
function validate1182(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.public === void 0 && (missing0 = "public")) {
        validate1182.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate1182.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.public !== void 0) {
            const _errs3 = errors;
            if (typeof data.public !== "boolean") {
              validate1182.errors = [{ instancePath: instancePath + "/public", schemaPath: "#/properties/public/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1182.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1182.errors = vErrors;
  return errors === 0;
}
function validate1173(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1182(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1182.errors : vErrors.concat(validate1182.errors);
    errors = vErrors.length;
  }
  validate1173.errors = vErrors;
  return errors === 0;
}
var listTemplatesV1Response200 = validate1203;
var schema55 = { "type": "object", "required": ["templateID", "buildID", "cpuCount", "memoryMB", "diskSizeMB", "public", "aliases", "names", "createdAt", "updatedAt", "createdBy", "lastSpawnedAt", "spawnCount", "buildCount", "envdVersion", "buildStatus"], "properties": { "templateID": { "type": "string" }, "buildID": { "type": "string" }, "cpuCount": { "type": "integer", "format": "int32" }, "memoryMB": { "type": "integer", "format": "int32" }, "diskSizeMB": { "type": "integer", "format": "int32" }, "public": { "type": "boolean" }, "aliases": { "type": "array", "items": { "type": "string" } }, "names": { "type": "array", "items": { "type": "string" } }, "createdAt": { "type": "string", "format": "date-time" }, "updatedAt": { "type": "string", "format": "date-time" }, "createdBy": { "type": ["object", "null"] }, "lastSpawnedAt": { "type": ["string", "null"], "format": "date-time" }, "spawnCount": { "type": "integer", "format": "int64" }, "buildCount": { "type": "integer", "format": "int32" }, "envdVersion": { "type": "string" }, "buildStatus": { "$ref": "control#/$defs/TemplateBuildStatus" } } };
var formats36 = require_formats().fullFormats.int64;
function validate1212(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.buildID === void 0 && (missing0 = "buildID") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.memoryMB === void 0 && (missing0 = "memoryMB") || data.diskSizeMB === void 0 && (missing0 = "diskSizeMB") || data.public === void 0 && (missing0 = "public") || data.aliases === void 0 && (missing0 = "aliases") || data.names === void 0 && (missing0 = "names") || data.createdAt === void 0 && (missing0 = "createdAt") || data.updatedAt === void 0 && (missing0 = "updatedAt") || data.createdBy === void 0 && (missing0 = "createdBy") || data.lastSpawnedAt === void 0 && (missing0 = "lastSpawnedAt") || data.spawnCount === void 0 && (missing0 = "spawnCount") || data.buildCount === void 0 && (missing0 = "buildCount") || data.envdVersion === void 0 && (missing0 = "envdVersion") || data.buildStatus === void 0 && (missing0 = "buildStatus")) {
        validate1212.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate1212.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.buildID !== void 0) {
            const _errs3 = errors;
            if (typeof data.buildID !== "string") {
              validate1212.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.cpuCount !== void 0) {
              let data2 = data.cpuCount;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1212.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats4.validate(data2)) {
                    validate1212.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.memoryMB !== void 0) {
                let data3 = data.memoryMB;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                  validate1212.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats4.validate(data3)) {
                      validate1212.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.diskSizeMB !== void 0) {
                  let data4 = data.diskSizeMB;
                  const _errs9 = errors;
                  if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                    validate1212.errors = [{ instancePath: instancePath + "/diskSizeMB", schemaPath: "#/properties/diskSizeMB/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                  if (errors === _errs9) {
                    if (typeof data4 == "number" && isFinite(data4)) {
                      if (!formats4.validate(data4)) {
                        validate1212.errors = [{ instancePath: instancePath + "/diskSizeMB", schemaPath: "#/properties/diskSizeMB/format", keyword: "format", params: { format: "int32" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.public !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.public !== "boolean") {
                      validate1212.errors = [{ instancePath: instancePath + "/public", schemaPath: "#/properties/public/type", keyword: "type", params: { type: "boolean" } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.aliases !== void 0) {
                      let data6 = data.aliases;
                      const _errs13 = errors;
                      if (errors === _errs13) {
                        if (Array.isArray(data6)) {
                          var valid1 = true;
                          const len0 = data6.length;
                          for (let i0 = 0; i0 < len0; i0++) {
                            const _errs15 = errors;
                            if (typeof data6[i0] !== "string") {
                              validate1212.errors = [{ instancePath: instancePath + "/aliases/" + i0, schemaPath: "#/properties/aliases/items/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                            var valid1 = _errs15 === errors;
                            if (!valid1) {
                              break;
                            }
                          }
                        } else {
                          validate1212.errors = [{ instancePath: instancePath + "/aliases", schemaPath: "#/properties/aliases/type", keyword: "type", params: { type: "array" } }];
                          return false;
                        }
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.names !== void 0) {
                        let data8 = data.names;
                        const _errs17 = errors;
                        if (errors === _errs17) {
                          if (Array.isArray(data8)) {
                            var valid2 = true;
                            const len1 = data8.length;
                            for (let i1 = 0; i1 < len1; i1++) {
                              const _errs19 = errors;
                              if (typeof data8[i1] !== "string") {
                                validate1212.errors = [{ instancePath: instancePath + "/names/" + i1, schemaPath: "#/properties/names/items/type", keyword: "type", params: { type: "string" } }];
                                return false;
                              }
                              var valid2 = _errs19 === errors;
                              if (!valid2) {
                                break;
                              }
                            }
                          } else {
                            validate1212.errors = [{ instancePath: instancePath + "/names", schemaPath: "#/properties/names/type", keyword: "type", params: { type: "array" } }];
                            return false;
                          }
                        }
                        var valid0 = _errs17 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.createdAt !== void 0) {
                          let data10 = data.createdAt;
                          const _errs21 = errors;
                          if (errors === _errs21) {
                            if (errors === _errs21) {
                              if (typeof data10 === "string") {
                                if (!formats03.validate(data10)) {
                                  validate1212.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                                  return false;
                                }
                              } else {
                                validate1212.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                                return false;
                              }
                            }
                          }
                          var valid0 = _errs21 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.updatedAt !== void 0) {
                            let data11 = data.updatedAt;
                            const _errs23 = errors;
                            if (errors === _errs23) {
                              if (errors === _errs23) {
                                if (typeof data11 === "string") {
                                  if (!formats03.validate(data11)) {
                                    validate1212.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/format", keyword: "format", params: { format: "date-time" } }];
                                    return false;
                                  }
                                } else {
                                  validate1212.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs23 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.createdBy !== void 0) {
                              let data12 = data.createdBy;
                              const _errs25 = errors;
                              if (!(data12 && typeof data12 == "object" && !Array.isArray(data12)) && data12 !== null) {
                                validate1212.errors = [{ instancePath: instancePath + "/createdBy", schemaPath: "#/properties/createdBy/type", keyword: "type", params: { type: schema55.properties.createdBy.type } }];
                                return false;
                              }
                              var valid0 = _errs25 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.lastSpawnedAt !== void 0) {
                                let data13 = data.lastSpawnedAt;
                                const _errs27 = errors;
                                if (typeof data13 !== "string" && data13 !== null) {
                                  validate1212.errors = [{ instancePath: instancePath + "/lastSpawnedAt", schemaPath: "#/properties/lastSpawnedAt/type", keyword: "type", params: { type: schema55.properties.lastSpawnedAt.type } }];
                                  return false;
                                }
                                if (errors === _errs27) {
                                  if (errors === _errs27) {
                                    if (typeof data13 === "string") {
                                      if (!formats03.validate(data13)) {
                                        validate1212.errors = [{ instancePath: instancePath + "/lastSpawnedAt", schemaPath: "#/properties/lastSpawnedAt/format", keyword: "format", params: { format: "date-time" } }];
                                        return false;
                                      }
                                    }
                                  }
                                }
                                var valid0 = _errs27 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.spawnCount !== void 0) {
                                  let data14 = data.spawnCount;
                                  const _errs29 = errors;
                                  if (!(typeof data14 == "number" && (!(data14 % 1) && !isNaN(data14)) && isFinite(data14))) {
                                    validate1212.errors = [{ instancePath: instancePath + "/spawnCount", schemaPath: "#/properties/spawnCount/type", keyword: "type", params: { type: "integer" } }];
                                    return false;
                                  }
                                  if (errors === _errs29) {
                                    if (typeof data14 == "number" && isFinite(data14)) {
                                      if (!formats36.validate(data14)) {
                                        validate1212.errors = [{ instancePath: instancePath + "/spawnCount", schemaPath: "#/properties/spawnCount/format", keyword: "format", params: { format: "int64" } }];
                                        return false;
                                      }
                                    }
                                  }
                                  var valid0 = _errs29 === errors;
                                } else {
                                  var valid0 = true;
                                }
                                if (valid0) {
                                  if (data.buildCount !== void 0) {
                                    let data15 = data.buildCount;
                                    const _errs31 = errors;
                                    if (!(typeof data15 == "number" && (!(data15 % 1) && !isNaN(data15)) && isFinite(data15))) {
                                      validate1212.errors = [{ instancePath: instancePath + "/buildCount", schemaPath: "#/properties/buildCount/type", keyword: "type", params: { type: "integer" } }];
                                      return false;
                                    }
                                    if (errors === _errs31) {
                                      if (typeof data15 == "number" && isFinite(data15)) {
                                        if (!formats4.validate(data15)) {
                                          validate1212.errors = [{ instancePath: instancePath + "/buildCount", schemaPath: "#/properties/buildCount/format", keyword: "format", params: { format: "int32" } }];
                                          return false;
                                        }
                                      }
                                    }
                                    var valid0 = _errs31 === errors;
                                  } else {
                                    var valid0 = true;
                                  }
                                  if (valid0) {
                                    if (data.envdVersion !== void 0) {
                                      const _errs33 = errors;
                                      if (typeof data.envdVersion !== "string") {
                                        validate1212.errors = [{ instancePath: instancePath + "/envdVersion", schemaPath: "#/properties/envdVersion/type", keyword: "type", params: { type: "string" } }];
                                        return false;
                                      }
                                      var valid0 = _errs33 === errors;
                                    } else {
                                      var valid0 = true;
                                    }
                                    if (valid0) {
                                      if (data.buildStatus !== void 0) {
                                        const _errs35 = errors;
                                        if (!validate1072(data.buildStatus, { instancePath: instancePath + "/buildStatus", parentData: data, parentDataProperty: "buildStatus", rootData })) {
                                          vErrors = vErrors === null ? validate1072.errors : vErrors.concat(validate1072.errors);
                                          errors = vErrors.length;
                                        }
                                        var valid0 = _errs35 === errors;
                                      } else {
                                        var valid0 = true;
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1212.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1212.errors = vErrors;
  return errors === 0;
}
function validate1203(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate1212(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate1212.errors : vErrors.concat(validate1212.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1203.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate1203.errors = vErrors;
  return errors === 0;
}
var listTemplatesResponse200 = validate1243;
function validate1253(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.buildID === void 0 && (missing0 = "buildID") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.memoryMB === void 0 && (missing0 = "memoryMB") || data.diskSizeMB === void 0 && (missing0 = "diskSizeMB") || data.public === void 0 && (missing0 = "public") || data.aliases === void 0 && (missing0 = "aliases") || data.names === void 0 && (missing0 = "names") || data.createdAt === void 0 && (missing0 = "createdAt") || data.updatedAt === void 0 && (missing0 = "updatedAt") || data.createdBy === void 0 && (missing0 = "createdBy") || data.lastSpawnedAt === void 0 && (missing0 = "lastSpawnedAt") || data.spawnCount === void 0 && (missing0 = "spawnCount") || data.buildCount === void 0 && (missing0 = "buildCount") || data.envdVersion === void 0 && (missing0 = "envdVersion") || data.buildStatus === void 0 && (missing0 = "buildStatus")) {
        validate1253.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate1253.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.buildID !== void 0) {
            const _errs3 = errors;
            if (typeof data.buildID !== "string") {
              validate1253.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.cpuCount !== void 0) {
              let data2 = data.cpuCount;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1253.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats4.validate(data2)) {
                    validate1253.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.memoryMB !== void 0) {
                let data3 = data.memoryMB;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                  validate1253.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats4.validate(data3)) {
                      validate1253.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.diskSizeMB !== void 0) {
                  let data4 = data.diskSizeMB;
                  const _errs9 = errors;
                  if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                    validate1253.errors = [{ instancePath: instancePath + "/diskSizeMB", schemaPath: "#/properties/diskSizeMB/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                  if (errors === _errs9) {
                    if (typeof data4 == "number" && isFinite(data4)) {
                      if (!formats4.validate(data4)) {
                        validate1253.errors = [{ instancePath: instancePath + "/diskSizeMB", schemaPath: "#/properties/diskSizeMB/format", keyword: "format", params: { format: "int32" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.public !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.public !== "boolean") {
                      validate1253.errors = [{ instancePath: instancePath + "/public", schemaPath: "#/properties/public/type", keyword: "type", params: { type: "boolean" } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.aliases !== void 0) {
                      let data6 = data.aliases;
                      const _errs13 = errors;
                      if (errors === _errs13) {
                        if (Array.isArray(data6)) {
                          var valid1 = true;
                          const len0 = data6.length;
                          for (let i0 = 0; i0 < len0; i0++) {
                            const _errs15 = errors;
                            if (typeof data6[i0] !== "string") {
                              validate1253.errors = [{ instancePath: instancePath + "/aliases/" + i0, schemaPath: "#/properties/aliases/items/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                            var valid1 = _errs15 === errors;
                            if (!valid1) {
                              break;
                            }
                          }
                        } else {
                          validate1253.errors = [{ instancePath: instancePath + "/aliases", schemaPath: "#/properties/aliases/type", keyword: "type", params: { type: "array" } }];
                          return false;
                        }
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.names !== void 0) {
                        let data8 = data.names;
                        const _errs17 = errors;
                        if (errors === _errs17) {
                          if (Array.isArray(data8)) {
                            var valid2 = true;
                            const len1 = data8.length;
                            for (let i1 = 0; i1 < len1; i1++) {
                              const _errs19 = errors;
                              if (typeof data8[i1] !== "string") {
                                validate1253.errors = [{ instancePath: instancePath + "/names/" + i1, schemaPath: "#/properties/names/items/type", keyword: "type", params: { type: "string" } }];
                                return false;
                              }
                              var valid2 = _errs19 === errors;
                              if (!valid2) {
                                break;
                              }
                            }
                          } else {
                            validate1253.errors = [{ instancePath: instancePath + "/names", schemaPath: "#/properties/names/type", keyword: "type", params: { type: "array" } }];
                            return false;
                          }
                        }
                        var valid0 = _errs17 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.createdAt !== void 0) {
                          let data10 = data.createdAt;
                          const _errs21 = errors;
                          if (errors === _errs21) {
                            if (errors === _errs21) {
                              if (typeof data10 === "string") {
                                if (!formats03.validate(data10)) {
                                  validate1253.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                                  return false;
                                }
                              } else {
                                validate1253.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                                return false;
                              }
                            }
                          }
                          var valid0 = _errs21 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.updatedAt !== void 0) {
                            let data11 = data.updatedAt;
                            const _errs23 = errors;
                            if (errors === _errs23) {
                              if (errors === _errs23) {
                                if (typeof data11 === "string") {
                                  if (!formats03.validate(data11)) {
                                    validate1253.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/format", keyword: "format", params: { format: "date-time" } }];
                                    return false;
                                  }
                                } else {
                                  validate1253.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs23 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.createdBy !== void 0) {
                              let data12 = data.createdBy;
                              const _errs25 = errors;
                              if (!(data12 && typeof data12 == "object" && !Array.isArray(data12)) && data12 !== null) {
                                validate1253.errors = [{ instancePath: instancePath + "/createdBy", schemaPath: "#/properties/createdBy/type", keyword: "type", params: { type: schema55.properties.createdBy.type } }];
                                return false;
                              }
                              var valid0 = _errs25 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.lastSpawnedAt !== void 0) {
                                let data13 = data.lastSpawnedAt;
                                const _errs27 = errors;
                                if (typeof data13 !== "string" && data13 !== null) {
                                  validate1253.errors = [{ instancePath: instancePath + "/lastSpawnedAt", schemaPath: "#/properties/lastSpawnedAt/type", keyword: "type", params: { type: schema55.properties.lastSpawnedAt.type } }];
                                  return false;
                                }
                                if (errors === _errs27) {
                                  if (errors === _errs27) {
                                    if (typeof data13 === "string") {
                                      if (!formats03.validate(data13)) {
                                        validate1253.errors = [{ instancePath: instancePath + "/lastSpawnedAt", schemaPath: "#/properties/lastSpawnedAt/format", keyword: "format", params: { format: "date-time" } }];
                                        return false;
                                      }
                                    }
                                  }
                                }
                                var valid0 = _errs27 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.spawnCount !== void 0) {
                                  let data14 = data.spawnCount;
                                  const _errs29 = errors;
                                  if (!(typeof data14 == "number" && (!(data14 % 1) && !isNaN(data14)) && isFinite(data14))) {
                                    validate1253.errors = [{ instancePath: instancePath + "/spawnCount", schemaPath: "#/properties/spawnCount/type", keyword: "type", params: { type: "integer" } }];
                                    return false;
                                  }
                                  if (errors === _errs29) {
                                    if (typeof data14 == "number" && isFinite(data14)) {
                                      if (!formats36.validate(data14)) {
                                        validate1253.errors = [{ instancePath: instancePath + "/spawnCount", schemaPath: "#/properties/spawnCount/format", keyword: "format", params: { format: "int64" } }];
                                        return false;
                                      }
                                    }
                                  }
                                  var valid0 = _errs29 === errors;
                                } else {
                                  var valid0 = true;
                                }
                                if (valid0) {
                                  if (data.buildCount !== void 0) {
                                    let data15 = data.buildCount;
                                    const _errs31 = errors;
                                    if (!(typeof data15 == "number" && (!(data15 % 1) && !isNaN(data15)) && isFinite(data15))) {
                                      validate1253.errors = [{ instancePath: instancePath + "/buildCount", schemaPath: "#/properties/buildCount/type", keyword: "type", params: { type: "integer" } }];
                                      return false;
                                    }
                                    if (errors === _errs31) {
                                      if (typeof data15 == "number" && isFinite(data15)) {
                                        if (!formats4.validate(data15)) {
                                          validate1253.errors = [{ instancePath: instancePath + "/buildCount", schemaPath: "#/properties/buildCount/format", keyword: "format", params: { format: "int32" } }];
                                          return false;
                                        }
                                      }
                                    }
                                    var valid0 = _errs31 === errors;
                                  } else {
                                    var valid0 = true;
                                  }
                                  if (valid0) {
                                    if (data.envdVersion !== void 0) {
                                      const _errs33 = errors;
                                      if (typeof data.envdVersion !== "string") {
                                        validate1253.errors = [{ instancePath: instancePath + "/envdVersion", schemaPath: "#/properties/envdVersion/type", keyword: "type", params: { type: "string" } }];
                                        return false;
                                      }
                                      var valid0 = _errs33 === errors;
                                    } else {
                                      var valid0 = true;
                                    }
                                    if (valid0) {
                                      if (data.buildStatus !== void 0) {
                                        const _errs35 = errors;
                                        if (!validate1072(data.buildStatus, { instancePath: instancePath + "/buildStatus", parentData: data, parentDataProperty: "buildStatus", rootData })) {
                                          vErrors = vErrors === null ? validate1072.errors : vErrors.concat(validate1072.errors);
                                          errors = vErrors.length;
                                        }
                                        var valid0 = _errs35 === errors;
                                      } else {
                                        var valid0 = true;
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1253.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1253.errors = vErrors;
  return errors === 0;
}
function validate1243(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate1253(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate1253.errors : vErrors.concat(validate1253.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1243.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate1243.errors = vErrors;
  return errors === 0;
}
var updateTemplateResponse200 = validate1283;
function validate1283(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.names === void 0 && (missing0 = "names")) {
        validate1283.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.names !== void 0) {
          let data0 = data.names;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs3 = errors;
                if (typeof data0[i0] !== "string") {
                  validate1283.errors = [{ instancePath: instancePath + "/names/" + i0, schemaPath: "#/properties/names/items/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate1283.errors = [{ instancePath: instancePath + "/names", schemaPath: "#/properties/names/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
        }
      }
    } else {
      validate1283.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1283.errors = vErrors;
  return errors === 0;
}
var assignTagsResponse201 = validate1293;
function validate1293(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.tags === void 0 && (missing0 = "tags") || data.buildID === void 0 && (missing0 = "buildID")) {
        validate1293.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.tags !== void 0) {
          let data0 = data.tags;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs3 = errors;
                if (typeof data0[i0] !== "string") {
                  validate1293.errors = [{ instancePath: instancePath + "/tags/" + i0, schemaPath: "#/properties/tags/items/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate1293.errors = [{ instancePath: instancePath + "/tags", schemaPath: "#/properties/tags/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.buildID !== void 0) {
            const _errs5 = errors;
            if (typeof data.buildID !== "string") {
              validate1293.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1293.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1293.errors = vErrors;
  return errors === 0;
}
var listTagsResponse200 = validate1302;
function validate1312(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.tag === void 0 && (missing0 = "tag") || data.buildID === void 0 && (missing0 = "buildID") || data.createdAt === void 0 && (missing0 = "createdAt")) {
        validate1312.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.tag !== void 0) {
          const _errs1 = errors;
          if (typeof data.tag !== "string") {
            validate1312.errors = [{ instancePath: instancePath + "/tag", schemaPath: "#/properties/tag/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.buildID !== void 0) {
            const _errs3 = errors;
            if (typeof data.buildID !== "string") {
              validate1312.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.createdAt !== void 0) {
              let data2 = data.createdAt;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (errors === _errs5) {
                  if (typeof data2 === "string") {
                    if (!formats03.validate(data2)) {
                      validate1312.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                      return false;
                    }
                  } else {
                    validate1312.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate1312.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1312.errors = vErrors;
  return errors === 0;
}
function validate1302(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate1312(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate1312.errors : vErrors.concat(validate1312.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1302.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate1302.errors = vErrors;
  return errors === 0;
}
var isTemplateWithBuilds = validate1333;
var schema63 = { "type": "object", "required": ["templateID", "public", "aliases", "names", "createdAt", "updatedAt", "lastSpawnedAt", "spawnCount", "builds"], "properties": { "templateID": { "type": "string" }, "public": { "type": "boolean" }, "aliases": { "type": "array", "items": { "type": "string" } }, "names": { "type": "array", "items": { "type": "string" } }, "createdAt": { "type": "string", "format": "date-time" }, "updatedAt": { "type": "string", "format": "date-time" }, "lastSpawnedAt": { "type": ["string", "null"], "format": "date-time" }, "spawnCount": { "type": "integer", "format": "int64" }, "builds": { "type": "array", "items": { "$ref": "control#/$defs/TemplateBuild" } } } };
function validate1353(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.buildID === void 0 && (missing0 = "buildID") || data.status === void 0 && (missing0 = "status") || data.createdAt === void 0 && (missing0 = "createdAt") || data.updatedAt === void 0 && (missing0 = "updatedAt") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.memoryMB === void 0 && (missing0 = "memoryMB")) {
        validate1353.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.buildID !== void 0) {
          const _errs1 = errors;
          if (typeof data.buildID !== "string") {
            validate1353.errors = [{ instancePath: instancePath + "/buildID", schemaPath: "#/properties/buildID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.status !== void 0) {
            const _errs3 = errors;
            if (!validate1072(data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData })) {
              vErrors = vErrors === null ? validate1072.errors : vErrors.concat(validate1072.errors);
              errors = vErrors.length;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.createdAt !== void 0) {
              let data2 = data.createdAt;
              const _errs4 = errors;
              if (errors === _errs4) {
                if (errors === _errs4) {
                  if (typeof data2 === "string") {
                    if (!formats03.validate(data2)) {
                      validate1353.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                      return false;
                    }
                  } else {
                    validate1353.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.updatedAt !== void 0) {
                let data3 = data.updatedAt;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (errors === _errs6) {
                    if (typeof data3 === "string") {
                      if (!formats03.validate(data3)) {
                        validate1353.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/format", keyword: "format", params: { format: "date-time" } }];
                        return false;
                      }
                    } else {
                      validate1353.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.finishedAt !== void 0) {
                  let data4 = data.finishedAt;
                  const _errs8 = errors;
                  if (errors === _errs8) {
                    if (errors === _errs8) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate1353.errors = [{ instancePath: instancePath + "/finishedAt", schemaPath: "#/properties/finishedAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate1353.errors = [{ instancePath: instancePath + "/finishedAt", schemaPath: "#/properties/finishedAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.cpuCount !== void 0) {
                    let data5 = data.cpuCount;
                    const _errs10 = errors;
                    if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
                      validate1353.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/type", keyword: "type", params: { type: "integer" } }];
                      return false;
                    }
                    if (errors === _errs10) {
                      if (typeof data5 == "number" && isFinite(data5)) {
                        if (!formats4.validate(data5)) {
                          validate1353.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/format", keyword: "format", params: { format: "int32" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.memoryMB !== void 0) {
                      let data6 = data.memoryMB;
                      const _errs12 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                        validate1353.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs12) {
                        if (typeof data6 == "number" && isFinite(data6)) {
                          if (!formats4.validate(data6)) {
                            validate1353.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/format", keyword: "format", params: { format: "int32" } }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs12 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.diskSizeMB !== void 0) {
                        let data7 = data.diskSizeMB;
                        const _errs14 = errors;
                        if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                          validate1353.errors = [{ instancePath: instancePath + "/diskSizeMB", schemaPath: "#/properties/diskSizeMB/type", keyword: "type", params: { type: "integer" } }];
                          return false;
                        }
                        if (errors === _errs14) {
                          if (typeof data7 == "number" && isFinite(data7)) {
                            if (!formats4.validate(data7)) {
                              validate1353.errors = [{ instancePath: instancePath + "/diskSizeMB", schemaPath: "#/properties/diskSizeMB/format", keyword: "format", params: { format: "int32" } }];
                              return false;
                            }
                          }
                        }
                        var valid0 = _errs14 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.envdVersion !== void 0) {
                          const _errs16 = errors;
                          if (typeof data.envdVersion !== "string") {
                            validate1353.errors = [{ instancePath: instancePath + "/envdVersion", schemaPath: "#/properties/envdVersion/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                          var valid0 = _errs16 === errors;
                        } else {
                          var valid0 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1353.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1353.errors = vErrors;
  return errors === 0;
}
function validate1343(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateID === void 0 && (missing0 = "templateID") || data.public === void 0 && (missing0 = "public") || data.aliases === void 0 && (missing0 = "aliases") || data.names === void 0 && (missing0 = "names") || data.createdAt === void 0 && (missing0 = "createdAt") || data.updatedAt === void 0 && (missing0 = "updatedAt") || data.lastSpawnedAt === void 0 && (missing0 = "lastSpawnedAt") || data.spawnCount === void 0 && (missing0 = "spawnCount") || data.builds === void 0 && (missing0 = "builds")) {
        validate1343.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.templateID !== void 0) {
          const _errs1 = errors;
          if (typeof data.templateID !== "string") {
            validate1343.errors = [{ instancePath: instancePath + "/templateID", schemaPath: "#/properties/templateID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.public !== void 0) {
            const _errs3 = errors;
            if (typeof data.public !== "boolean") {
              validate1343.errors = [{ instancePath: instancePath + "/public", schemaPath: "#/properties/public/type", keyword: "type", params: { type: "boolean" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.aliases !== void 0) {
              let data2 = data.aliases;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (Array.isArray(data2)) {
                  var valid1 = true;
                  const len0 = data2.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    const _errs7 = errors;
                    if (typeof data2[i0] !== "string") {
                      validate1343.errors = [{ instancePath: instancePath + "/aliases/" + i0, schemaPath: "#/properties/aliases/items/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid1 = _errs7 === errors;
                    if (!valid1) {
                      break;
                    }
                  }
                } else {
                  validate1343.errors = [{ instancePath: instancePath + "/aliases", schemaPath: "#/properties/aliases/type", keyword: "type", params: { type: "array" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.names !== void 0) {
                let data4 = data.names;
                const _errs9 = errors;
                if (errors === _errs9) {
                  if (Array.isArray(data4)) {
                    var valid2 = true;
                    const len1 = data4.length;
                    for (let i1 = 0; i1 < len1; i1++) {
                      const _errs11 = errors;
                      if (typeof data4[i1] !== "string") {
                        validate1343.errors = [{ instancePath: instancePath + "/names/" + i1, schemaPath: "#/properties/names/items/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                      var valid2 = _errs11 === errors;
                      if (!valid2) {
                        break;
                      }
                    }
                  } else {
                    validate1343.errors = [{ instancePath: instancePath + "/names", schemaPath: "#/properties/names/type", keyword: "type", params: { type: "array" } }];
                    return false;
                  }
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.createdAt !== void 0) {
                  let data6 = data.createdAt;
                  const _errs13 = errors;
                  if (errors === _errs13) {
                    if (errors === _errs13) {
                      if (typeof data6 === "string") {
                        if (!formats03.validate(data6)) {
                          validate1343.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate1343.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs13 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.updatedAt !== void 0) {
                    let data7 = data.updatedAt;
                    const _errs15 = errors;
                    if (errors === _errs15) {
                      if (errors === _errs15) {
                        if (typeof data7 === "string") {
                          if (!formats03.validate(data7)) {
                            validate1343.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/format", keyword: "format", params: { format: "date-time" } }];
                            return false;
                          }
                        } else {
                          validate1343.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs15 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.lastSpawnedAt !== void 0) {
                      let data8 = data.lastSpawnedAt;
                      const _errs17 = errors;
                      if (typeof data8 !== "string" && data8 !== null) {
                        validate1343.errors = [{ instancePath: instancePath + "/lastSpawnedAt", schemaPath: "#/properties/lastSpawnedAt/type", keyword: "type", params: { type: schema63.properties.lastSpawnedAt.type } }];
                        return false;
                      }
                      if (errors === _errs17) {
                        if (errors === _errs17) {
                          if (typeof data8 === "string") {
                            if (!formats03.validate(data8)) {
                              validate1343.errors = [{ instancePath: instancePath + "/lastSpawnedAt", schemaPath: "#/properties/lastSpawnedAt/format", keyword: "format", params: { format: "date-time" } }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid0 = _errs17 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.spawnCount !== void 0) {
                        let data9 = data.spawnCount;
                        const _errs19 = errors;
                        if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
                          validate1343.errors = [{ instancePath: instancePath + "/spawnCount", schemaPath: "#/properties/spawnCount/type", keyword: "type", params: { type: "integer" } }];
                          return false;
                        }
                        if (errors === _errs19) {
                          if (typeof data9 == "number" && isFinite(data9)) {
                            if (!formats36.validate(data9)) {
                              validate1343.errors = [{ instancePath: instancePath + "/spawnCount", schemaPath: "#/properties/spawnCount/format", keyword: "format", params: { format: "int64" } }];
                              return false;
                            }
                          }
                        }
                        var valid0 = _errs19 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.builds !== void 0) {
                          let data10 = data.builds;
                          const _errs21 = errors;
                          if (errors === _errs21) {
                            if (Array.isArray(data10)) {
                              var valid3 = true;
                              const len2 = data10.length;
                              for (let i2 = 0; i2 < len2; i2++) {
                                const _errs23 = errors;
                                if (!validate1353(data10[i2], { instancePath: instancePath + "/builds/" + i2, parentData: data10, parentDataProperty: i2, rootData })) {
                                  vErrors = vErrors === null ? validate1353.errors : vErrors.concat(validate1353.errors);
                                  errors = vErrors.length;
                                }
                                var valid3 = _errs23 === errors;
                                if (!valid3) {
                                  break;
                                }
                              }
                            } else {
                              validate1343.errors = [{ instancePath: instancePath + "/builds", schemaPath: "#/properties/builds/type", keyword: "type", params: { type: "array" } }];
                              return false;
                            }
                          }
                          var valid0 = _errs21 === errors;
                        } else {
                          var valid0 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1343.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1343.errors = vErrors;
  return errors === 0;
}
function validate1333(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1343(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1343.errors : vErrors.concat(validate1343.errors);
    errors = vErrors.length;
  }
  validate1333.errors = vErrors;
  return errors === 0;
}
var updateTemplateV1Response200 = validate1392;
function validate1392(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (data !== null) {
    validate1392.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "null" } }];
    return false;
  }
  validate1392.errors = vErrors;
  return errors === 0;
}
var getJwksResponse200 = validate1402;
function validate1402(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
    validate1402.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
    return false;
  }
  validate1402.errors = vErrors;
  return errors === 0;
}
var listSecretsResponse200 = validate1412;
function validate1432(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        const _errs2 = errors;
        if (typeof data[key0] !== "string") {
          validate1432.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "string" } }];
          return false;
        }
        var valid0 = _errs2 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1432.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1432.errors = vErrors;
  return errors === 0;
}
function validate1422(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.secretID === void 0 && (missing0 = "secretID") || data.name === void 0 && (missing0 = "name") || data.currentVersion === void 0 && (missing0 = "currentVersion") || data.metadata === void 0 && (missing0 = "metadata") || data.createdAt === void 0 && (missing0 = "createdAt") || data.updatedAt === void 0 && (missing0 = "updatedAt")) {
        validate1422.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.secretID !== void 0) {
          const _errs1 = errors;
          if (typeof data.secretID !== "string") {
            validate1422.errors = [{ instancePath: instancePath + "/secretID", schemaPath: "#/properties/secretID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            const _errs3 = errors;
            if (typeof data.name !== "string") {
              validate1422.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.currentVersion !== void 0) {
              let data2 = data.currentVersion;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1422.errors = [{ instancePath: instancePath + "/currentVersion", schemaPath: "#/properties/currentVersion/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (data2 < 1 || isNaN(data2)) {
                    validate1422.errors = [{ instancePath: instancePath + "/currentVersion", schemaPath: "#/properties/currentVersion/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  } else {
                    if (!formats4.validate(data2)) {
                      validate1422.errors = [{ instancePath: instancePath + "/currentVersion", schemaPath: "#/properties/currentVersion/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.metadata !== void 0) {
                const _errs7 = errors;
                if (!validate1432(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData })) {
                  vErrors = vErrors === null ? validate1432.errors : vErrors.concat(validate1432.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.createdAt !== void 0) {
                  let data4 = data.createdAt;
                  const _errs8 = errors;
                  if (errors === _errs8) {
                    if (errors === _errs8) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate1422.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate1422.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.updatedAt !== void 0) {
                    let data5 = data.updatedAt;
                    const _errs10 = errors;
                    if (errors === _errs10) {
                      if (errors === _errs10) {
                        if (typeof data5 === "string") {
                          if (!formats03.validate(data5)) {
                            validate1422.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/format", keyword: "format", params: { format: "date-time" } }];
                            return false;
                          }
                        } else {
                          validate1422.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1422.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1422.errors = vErrors;
  return errors === 0;
}
function validate1412(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate1422(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate1422.errors : vErrors.concat(validate1422.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1412.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate1412.errors = vErrors;
  return errors === 0;
}
var isSecret = validate1462;
function validate1472(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.secretID === void 0 && (missing0 = "secretID") || data.name === void 0 && (missing0 = "name") || data.currentVersion === void 0 && (missing0 = "currentVersion") || data.metadata === void 0 && (missing0 = "metadata") || data.createdAt === void 0 && (missing0 = "createdAt") || data.updatedAt === void 0 && (missing0 = "updatedAt")) {
        validate1472.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.secretID !== void 0) {
          const _errs1 = errors;
          if (typeof data.secretID !== "string") {
            validate1472.errors = [{ instancePath: instancePath + "/secretID", schemaPath: "#/properties/secretID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            const _errs3 = errors;
            if (typeof data.name !== "string") {
              validate1472.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.currentVersion !== void 0) {
              let data2 = data.currentVersion;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1472.errors = [{ instancePath: instancePath + "/currentVersion", schemaPath: "#/properties/currentVersion/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (data2 < 1 || isNaN(data2)) {
                    validate1472.errors = [{ instancePath: instancePath + "/currentVersion", schemaPath: "#/properties/currentVersion/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                    return false;
                  } else {
                    if (!formats4.validate(data2)) {
                      validate1472.errors = [{ instancePath: instancePath + "/currentVersion", schemaPath: "#/properties/currentVersion/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.metadata !== void 0) {
                const _errs7 = errors;
                if (!validate1432(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData })) {
                  vErrors = vErrors === null ? validate1432.errors : vErrors.concat(validate1432.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.createdAt !== void 0) {
                  let data4 = data.createdAt;
                  const _errs8 = errors;
                  if (errors === _errs8) {
                    if (errors === _errs8) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate1472.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate1472.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.updatedAt !== void 0) {
                    let data5 = data.updatedAt;
                    const _errs10 = errors;
                    if (errors === _errs10) {
                      if (errors === _errs10) {
                        if (typeof data5 === "string") {
                          if (!formats03.validate(data5)) {
                            validate1472.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/format", keyword: "format", params: { format: "date-time" } }];
                            return false;
                          }
                        } else {
                          validate1472.errors = [{ instancePath: instancePath + "/updatedAt", schemaPath: "#/properties/updatedAt/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs10 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1472.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1472.errors = vErrors;
  return errors === 0;
}
function validate1462(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1472(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1472.errors : vErrors.concat(validate1472.errors);
    errors = vErrors.length;
  }
  validate1462.errors = vErrors;
  return errors === 0;
}
var listVolumesResponse200 = validate1502;
function validate1512(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.volumeID === void 0 && (missing0 = "volumeID") || data.name === void 0 && (missing0 = "name") || data.sizeMB === void 0 && (missing0 = "sizeMB")) {
        validate1512.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.volumeID !== void 0) {
          const _errs1 = errors;
          if (typeof data.volumeID !== "string") {
            validate1512.errors = [{ instancePath: instancePath + "/volumeID", schemaPath: "#/properties/volumeID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            const _errs3 = errors;
            if (typeof data.name !== "string") {
              validate1512.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.sizeMB !== void 0) {
              let data2 = data.sizeMB;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1512.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/properties/sizeMB/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats36.validate(data2)) {
                    validate1512.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/properties/sizeMB/format", keyword: "format", params: { format: "int64" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate1512.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1512.errors = vErrors;
  return errors === 0;
}
function validate1502(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate1512(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate1512.errors : vErrors.concat(validate1512.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1502.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate1502.errors = vErrors;
  return errors === 0;
}
var isVolume = validate1532;
function validate1552(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.volumeID === void 0 && (missing0 = "volumeID") || data.name === void 0 && (missing0 = "name") || data.sizeMB === void 0 && (missing0 = "sizeMB")) {
        validate1552.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.volumeID !== void 0) {
          const _errs1 = errors;
          if (typeof data.volumeID !== "string") {
            validate1552.errors = [{ instancePath: instancePath + "/volumeID", schemaPath: "#/properties/volumeID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            const _errs3 = errors;
            if (typeof data.name !== "string") {
              validate1552.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.sizeMB !== void 0) {
              let data2 = data.sizeMB;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1552.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/properties/sizeMB/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats36.validate(data2)) {
                    validate1552.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/properties/sizeMB/format", keyword: "format", params: { format: "int64" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate1552.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1552.errors = vErrors;
  return errors === 0;
}
function validate1572(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.totalBytes === void 0 && (missing0 = "totalBytes") || data.usedBytes === void 0 && (missing0 = "usedBytes") || data.totalFiles === void 0 && (missing0 = "totalFiles") || data.usedFiles === void 0 && (missing0 = "usedFiles")) {
        validate1572.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.totalBytes !== void 0) {
          let data0 = data.totalBytes;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate1572.errors = [{ instancePath: instancePath + "/totalBytes", schemaPath: "#/properties/totalBytes/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs1) {
            if (typeof data0 == "number" && isFinite(data0)) {
              if (!formats36.validate(data0)) {
                validate1572.errors = [{ instancePath: instancePath + "/totalBytes", schemaPath: "#/properties/totalBytes/format", keyword: "format", params: { format: "int64" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.usedBytes !== void 0) {
            let data1 = data.usedBytes;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate1572.errors = [{ instancePath: instancePath + "/usedBytes", schemaPath: "#/properties/usedBytes/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (!formats36.validate(data1)) {
                  validate1572.errors = [{ instancePath: instancePath + "/usedBytes", schemaPath: "#/properties/usedBytes/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.totalFiles !== void 0) {
              let data2 = data.totalFiles;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1572.errors = [{ instancePath: instancePath + "/totalFiles", schemaPath: "#/properties/totalFiles/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats36.validate(data2)) {
                    validate1572.errors = [{ instancePath: instancePath + "/totalFiles", schemaPath: "#/properties/totalFiles/format", keyword: "format", params: { format: "int64" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.usedFiles !== void 0) {
                let data3 = data.usedFiles;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                  validate1572.errors = [{ instancePath: instancePath + "/usedFiles", schemaPath: "#/properties/usedFiles/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats36.validate(data3)) {
                      validate1572.errors = [{ instancePath: instancePath + "/usedFiles", schemaPath: "#/properties/usedFiles/format", keyword: "format", params: { format: "int64" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate1572.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1572.errors = vErrors;
  return errors === 0;
}
function validate1542(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate1552(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1552.errors : vErrors.concat(validate1552.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing0;
        if (data.sizeMB === void 0 && (missing0 = "sizeMB")) {
          validate1542.errors = [{ instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: missing0 } }];
          return false;
        } else {
          if (data.token !== void 0) {
            const _errs3 = errors;
            if (typeof data.token !== "string") {
              validate1542.errors = [{ instancePath: instancePath + "/token", schemaPath: "#/allOf/1/properties/token/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid1 = _errs3 === errors;
          } else {
            var valid1 = true;
          }
          if (valid1) {
            if (data.domain !== void 0) {
              const _errs5 = errors;
              if (typeof data.domain !== "string") {
                validate1542.errors = [{ instancePath: instancePath + "/domain", schemaPath: "#/allOf/1/properties/domain/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid1 = _errs5 === errors;
            } else {
              var valid1 = true;
            }
            if (valid1) {
              if (data.sizeMB !== void 0) {
                let data2 = data.sizeMB;
                const _errs7 = errors;
                if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                  validate1542.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/allOf/1/properties/sizeMB/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs7) {
                  if (typeof data2 == "number" && isFinite(data2)) {
                    if (!formats4.validate(data2)) {
                      validate1542.errors = [{ instancePath: instancePath + "/sizeMB", schemaPath: "#/allOf/1/properties/sizeMB/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
                var valid1 = _errs7 === errors;
              } else {
                var valid1 = true;
              }
              if (valid1) {
                if (data.usage !== void 0) {
                  const _errs9 = errors;
                  if (!validate1572(data.usage, { instancePath: instancePath + "/usage", parentData: data, parentDataProperty: "usage", rootData })) {
                    vErrors = vErrors === null ? validate1572.errors : vErrors.concat(validate1572.errors);
                    errors = vErrors.length;
                  }
                  var valid1 = _errs9 === errors;
                } else {
                  var valid1 = true;
                }
              }
            }
          }
        }
      } else {
        validate1542.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate1542.errors = vErrors;
  return errors === 0;
}
function validate1532(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1542(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1542.errors : vErrors.concat(validate1542.errors);
    errors = vErrors.length;
  }
  validate1532.errors = vErrors;
  return errors === 0;
}
var isSandboxLogsV2Response = validate1602;
function validate1622(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.timestamp === void 0 && (missing0 = "timestamp") || data.message === void 0 && (missing0 = "message") || data.level === void 0 && (missing0 = "level") || data.fields === void 0 && (missing0 = "fields")) {
        validate1622.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate1622.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.timestamp !== void 0) {
            let data1 = data.timestamp;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (errors === _errs3) {
                if (typeof data1 === "string") {
                  if (!formats03.validate(data1)) {
                    validate1622.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                    return false;
                  }
                } else {
                  validate1622.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.message !== void 0) {
              const _errs5 = errors;
              if (typeof data.message !== "string") {
                validate1622.errors = [{ instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.level !== void 0) {
                const _errs7 = errors;
                if (!validate1043(data.level, { instancePath: instancePath + "/level", parentData: data, parentDataProperty: "level", rootData })) {
                  vErrors = vErrors === null ? validate1043.errors : vErrors.concat(validate1043.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.fields !== void 0) {
                  let data4 = data.fields;
                  const _errs8 = errors;
                  if (errors === _errs8) {
                    if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
                      for (const key0 in data4) {
                        const _errs11 = errors;
                        if (typeof data4[key0] !== "string") {
                          validate1622.errors = [{ instancePath: instancePath + "/fields/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/fields/additionalProperties/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid1 = _errs11 === errors;
                        if (!valid1) {
                          break;
                        }
                      }
                    } else {
                      validate1622.errors = [{ instancePath: instancePath + "/fields", schemaPath: "#/properties/fields/type", keyword: "type", params: { type: "object" } }];
                      return false;
                    }
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate1622.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1622.errors = vErrors;
  return errors === 0;
}
function validate1612(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.logs === void 0 && (missing0 = "logs")) {
        validate1612.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.logs !== void 0) {
          let data0 = data.logs;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs3 = errors;
                if (!validate1622(data0[i0], { instancePath: instancePath + "/logs/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
                  vErrors = vErrors === null ? validate1622.errors : vErrors.concat(validate1622.errors);
                  errors = vErrors.length;
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate1612.errors = [{ instancePath: instancePath + "/logs", schemaPath: "#/properties/logs/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.nextCursor !== void 0) {
            const _errs4 = errors;
            if (typeof data.nextCursor !== "string") {
              validate1612.errors = [{ instancePath: instancePath + "/nextCursor", schemaPath: "#/properties/nextCursor/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1612.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1612.errors = vErrors;
  return errors === 0;
}
function validate1602(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1612(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1612.errors : vErrors.concat(validate1612.errors);
    errors = vErrors.length;
  }
  validate1602.errors = vErrors;
  return errors === 0;
}
var isSandboxLogs = validate1662;
function validate1672(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.logs === void 0 && (missing0 = "logs") || data.logEntries === void 0 && (missing0 = "logEntries")) {
        validate1672.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.logs !== void 0) {
          let data0 = data.logs;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                let data1 = data0[i0];
                const _errs3 = errors;
                if (errors === _errs3) {
                  if (data1 && typeof data1 == "object" && !Array.isArray(data1)) {
                    let missing1;
                    if (data1.timestamp === void 0 && (missing1 = "timestamp") || data1.line === void 0 && (missing1 = "line")) {
                      validate1672.errors = [{ instancePath: instancePath + "/logs/" + i0, schemaPath: "#/properties/logs/items/required", keyword: "required", params: { missingProperty: missing1 } }];
                      return false;
                    } else {
                      if (data1.timestamp !== void 0) {
                        let data2 = data1.timestamp;
                        const _errs5 = errors;
                        if (errors === _errs5) {
                          if (errors === _errs5) {
                            if (typeof data2 === "string") {
                              if (!formats03.validate(data2)) {
                                validate1672.errors = [{ instancePath: instancePath + "/logs/" + i0 + "/timestamp", schemaPath: "#/properties/logs/items/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                                return false;
                              }
                            } else {
                              validate1672.errors = [{ instancePath: instancePath + "/logs/" + i0 + "/timestamp", schemaPath: "#/properties/logs/items/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                          }
                        }
                        var valid2 = _errs5 === errors;
                      } else {
                        var valid2 = true;
                      }
                      if (valid2) {
                        if (data1.line !== void 0) {
                          const _errs7 = errors;
                          if (typeof data1.line !== "string") {
                            validate1672.errors = [{ instancePath: instancePath + "/logs/" + i0 + "/line", schemaPath: "#/properties/logs/items/properties/line/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                          var valid2 = _errs7 === errors;
                        } else {
                          var valid2 = true;
                        }
                      }
                    }
                  } else {
                    validate1672.errors = [{ instancePath: instancePath + "/logs/" + i0, schemaPath: "#/properties/logs/items/type", keyword: "type", params: { type: "object" } }];
                    return false;
                  }
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate1672.errors = [{ instancePath: instancePath + "/logs", schemaPath: "#/properties/logs/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.logEntries !== void 0) {
            let data4 = data.logEntries;
            const _errs9 = errors;
            if (errors === _errs9) {
              if (Array.isArray(data4)) {
                var valid3 = true;
                const len1 = data4.length;
                for (let i1 = 0; i1 < len1; i1++) {
                  const _errs11 = errors;
                  if (!validate1622(data4[i1], { instancePath: instancePath + "/logEntries/" + i1, parentData: data4, parentDataProperty: i1, rootData })) {
                    vErrors = vErrors === null ? validate1622.errors : vErrors.concat(validate1622.errors);
                    errors = vErrors.length;
                  }
                  var valid3 = _errs11 === errors;
                  if (!valid3) {
                    break;
                  }
                }
              } else {
                validate1672.errors = [{ instancePath: instancePath + "/logEntries", schemaPath: "#/properties/logEntries/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
            var valid0 = _errs9 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate1672.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1672.errors = vErrors;
  return errors === 0;
}
function validate1662(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1672(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1672.errors : vErrors.concat(validate1672.errors);
    errors = vErrors.length;
  }
  validate1662.errors = vErrors;
  return errors === 0;
}
var listApiKeysResponse200 = validate1702;
var schema84 = { "type": "object", "required": ["id", "name", "mask", "createdAt", "scope"], "properties": { "id": { "type": "string", "format": "uuid" }, "name": { "type": "string" }, "mask": { "$ref": "control#/$defs/IdentifierMaskingDetails" }, "scope": { "$ref": "control#/$defs/KeyScope" }, "createdAt": { "type": "string", "format": "date-time" }, "createdBy": { "type": "null" }, "lastUsed": { "type": ["string", "null"], "format": "date-time", "description": "To the minute" } } };
var formats108 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate1722(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.prefix === void 0 && (missing0 = "prefix") || data.valueLength === void 0 && (missing0 = "valueLength") || data.maskedValuePrefix === void 0 && (missing0 = "maskedValuePrefix") || data.maskedValueSuffix === void 0 && (missing0 = "maskedValueSuffix")) {
        validate1722.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.prefix !== void 0) {
          const _errs1 = errors;
          if (typeof data.prefix !== "string") {
            validate1722.errors = [{ instancePath: instancePath + "/prefix", schemaPath: "#/properties/prefix/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.valueLength !== void 0) {
            let data1 = data.valueLength;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate1722.errors = [{ instancePath: instancePath + "/valueLength", schemaPath: "#/properties/valueLength/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.maskedValuePrefix !== void 0) {
              const _errs5 = errors;
              if (typeof data.maskedValuePrefix !== "string") {
                validate1722.errors = [{ instancePath: instancePath + "/maskedValuePrefix", schemaPath: "#/properties/maskedValuePrefix/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.maskedValueSuffix !== void 0) {
                const _errs7 = errors;
                if (typeof data.maskedValueSuffix !== "string") {
                  validate1722.errors = [{ instancePath: instancePath + "/maskedValueSuffix", schemaPath: "#/properties/maskedValueSuffix/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate1722.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1722.errors = vErrors;
  return errors === 0;
}
var schema86 = { "type": "string", "enum": ["full", "read-only", "sandbox-only"], "description": "read-only allows requests that change nothing, sandbox-only the routes below /sandboxes" };
function validate1742(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate1742.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "full" || data === "read-only" || data === "sandbox-only")) {
    validate1742.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema86.enum } }];
    return false;
  }
  validate1742.errors = vErrors;
  return errors === 0;
}
function validate1712(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.name === void 0 && (missing0 = "name") || data.mask === void 0 && (missing0 = "mask") || data.createdAt === void 0 && (missing0 = "createdAt") || data.scope === void 0 && (missing0 = "scope")) {
        validate1712.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          let data0 = data.id;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (errors === _errs1) {
              if (typeof data0 === "string") {
                if (!formats108.test(data0)) {
                  validate1712.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" } }];
                  return false;
                }
              } else {
                validate1712.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            const _errs3 = errors;
            if (typeof data.name !== "string") {
              validate1712.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.mask !== void 0) {
              const _errs5 = errors;
              if (!validate1722(data.mask, { instancePath: instancePath + "/mask", parentData: data, parentDataProperty: "mask", rootData })) {
                vErrors = vErrors === null ? validate1722.errors : vErrors.concat(validate1722.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.scope !== void 0) {
                const _errs6 = errors;
                if (!validate1742(data.scope, { instancePath: instancePath + "/scope", parentData: data, parentDataProperty: "scope", rootData })) {
                  vErrors = vErrors === null ? validate1742.errors : vErrors.concat(validate1742.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.createdAt !== void 0) {
                  let data4 = data.createdAt;
                  const _errs7 = errors;
                  if (errors === _errs7) {
                    if (errors === _errs7) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate1712.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate1712.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs7 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.createdBy !== void 0) {
                    const _errs9 = errors;
                    if (data.createdBy !== null) {
                      validate1712.errors = [{ instancePath: instancePath + "/createdBy", schemaPath: "#/properties/createdBy/type", keyword: "type", params: { type: "null" } }];
                      return false;
                    }
                    var valid0 = _errs9 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.lastUsed !== void 0) {
                      let data6 = data.lastUsed;
                      const _errs11 = errors;
                      if (typeof data6 !== "string" && data6 !== null) {
                        validate1712.errors = [{ instancePath: instancePath + "/lastUsed", schemaPath: "#/properties/lastUsed/type", keyword: "type", params: { type: schema84.properties.lastUsed.type } }];
                        return false;
                      }
                      if (errors === _errs11) {
                        if (errors === _errs11) {
                          if (typeof data6 === "string") {
                            if (!formats03.validate(data6)) {
                              validate1712.errors = [{ instancePath: instancePath + "/lastUsed", schemaPath: "#/properties/lastUsed/format", keyword: "format", params: { format: "date-time" } }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid0 = _errs11 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1712.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1712.errors = vErrors;
  return errors === 0;
}
function validate1702(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate1712(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate1712.errors : vErrors.concat(validate1712.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1702.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate1702.errors = vErrors;
  return errors === 0;
}
var isCreatedTeamAPIKey = validate1772;
function validate1792(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.name === void 0 && (missing0 = "name") || data.mask === void 0 && (missing0 = "mask") || data.createdAt === void 0 && (missing0 = "createdAt") || data.scope === void 0 && (missing0 = "scope")) {
        validate1792.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          let data0 = data.id;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (errors === _errs1) {
              if (typeof data0 === "string") {
                if (!formats108.test(data0)) {
                  validate1792.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" } }];
                  return false;
                }
              } else {
                validate1792.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            const _errs3 = errors;
            if (typeof data.name !== "string") {
              validate1792.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.mask !== void 0) {
              const _errs5 = errors;
              if (!validate1722(data.mask, { instancePath: instancePath + "/mask", parentData: data, parentDataProperty: "mask", rootData })) {
                vErrors = vErrors === null ? validate1722.errors : vErrors.concat(validate1722.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.scope !== void 0) {
                const _errs6 = errors;
                if (!validate1742(data.scope, { instancePath: instancePath + "/scope", parentData: data, parentDataProperty: "scope", rootData })) {
                  vErrors = vErrors === null ? validate1742.errors : vErrors.concat(validate1742.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.createdAt !== void 0) {
                  let data4 = data.createdAt;
                  const _errs7 = errors;
                  if (errors === _errs7) {
                    if (errors === _errs7) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate1792.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate1792.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs7 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.createdBy !== void 0) {
                    const _errs9 = errors;
                    if (data.createdBy !== null) {
                      validate1792.errors = [{ instancePath: instancePath + "/createdBy", schemaPath: "#/properties/createdBy/type", keyword: "type", params: { type: "null" } }];
                      return false;
                    }
                    var valid0 = _errs9 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.lastUsed !== void 0) {
                      let data6 = data.lastUsed;
                      const _errs11 = errors;
                      if (typeof data6 !== "string" && data6 !== null) {
                        validate1792.errors = [{ instancePath: instancePath + "/lastUsed", schemaPath: "#/properties/lastUsed/type", keyword: "type", params: { type: schema84.properties.lastUsed.type } }];
                        return false;
                      }
                      if (errors === _errs11) {
                        if (errors === _errs11) {
                          if (typeof data6 === "string") {
                            if (!formats03.validate(data6)) {
                              validate1792.errors = [{ instancePath: instancePath + "/lastUsed", schemaPath: "#/properties/lastUsed/format", keyword: "format", params: { format: "date-time" } }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid0 = _errs11 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1792.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1792.errors = vErrors;
  return errors === 0;
}
function validate1782(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate1792(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1792.errors : vErrors.concat(validate1792.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing0;
        if (data.key === void 0 && (missing0 = "key")) {
          validate1782.errors = [{ instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: missing0 } }];
          return false;
        } else {
          if (data.key !== void 0) {
            if (typeof data.key !== "string") {
              validate1782.errors = [{ instancePath: instancePath + "/key", schemaPath: "#/allOf/1/properties/key/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
        }
      } else {
        validate1782.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate1782.errors = vErrors;
  return errors === 0;
}
function validate1772(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1782(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1782.errors : vErrors.concat(validate1782.errors);
    errors = vErrors.length;
  }
  validate1772.errors = vErrors;
  return errors === 0;
}
var isTeamAPIKey = validate1842;
function validate1852(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.name === void 0 && (missing0 = "name") || data.mask === void 0 && (missing0 = "mask") || data.createdAt === void 0 && (missing0 = "createdAt") || data.scope === void 0 && (missing0 = "scope")) {
        validate1852.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          let data0 = data.id;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (errors === _errs1) {
              if (typeof data0 === "string") {
                if (!formats108.test(data0)) {
                  validate1852.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" } }];
                  return false;
                }
              } else {
                validate1852.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            const _errs3 = errors;
            if (typeof data.name !== "string") {
              validate1852.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.mask !== void 0) {
              const _errs5 = errors;
              if (!validate1722(data.mask, { instancePath: instancePath + "/mask", parentData: data, parentDataProperty: "mask", rootData })) {
                vErrors = vErrors === null ? validate1722.errors : vErrors.concat(validate1722.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.scope !== void 0) {
                const _errs6 = errors;
                if (!validate1742(data.scope, { instancePath: instancePath + "/scope", parentData: data, parentDataProperty: "scope", rootData })) {
                  vErrors = vErrors === null ? validate1742.errors : vErrors.concat(validate1742.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.createdAt !== void 0) {
                  let data4 = data.createdAt;
                  const _errs7 = errors;
                  if (errors === _errs7) {
                    if (errors === _errs7) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate1852.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate1852.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs7 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.createdBy !== void 0) {
                    const _errs9 = errors;
                    if (data.createdBy !== null) {
                      validate1852.errors = [{ instancePath: instancePath + "/createdBy", schemaPath: "#/properties/createdBy/type", keyword: "type", params: { type: "null" } }];
                      return false;
                    }
                    var valid0 = _errs9 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.lastUsed !== void 0) {
                      let data6 = data.lastUsed;
                      const _errs11 = errors;
                      if (typeof data6 !== "string" && data6 !== null) {
                        validate1852.errors = [{ instancePath: instancePath + "/lastUsed", schemaPath: "#/properties/lastUsed/type", keyword: "type", params: { type: schema84.properties.lastUsed.type } }];
                        return false;
                      }
                      if (errors === _errs11) {
                        if (errors === _errs11) {
                          if (typeof data6 === "string") {
                            if (!formats03.validate(data6)) {
                              validate1852.errors = [{ instancePath: instancePath + "/lastUsed", schemaPath: "#/properties/lastUsed/format", keyword: "format", params: { format: "date-time" } }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid0 = _errs11 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1852.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1852.errors = vErrors;
  return errors === 0;
}
function validate1842(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1852(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1852.errors : vErrors.concat(validate1852.errors);
    errors = vErrors.length;
  }
  validate1842.errors = vErrors;
  return errors === 0;
}
var getSandboxMetricsResponse200 = validate1892;
var formats132 = require_formats().fullFormats.float;
function validate1902(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.timestamp === void 0 && (missing0 = "timestamp") || data.timestampUnix === void 0 && (missing0 = "timestampUnix") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.cpuUsedPct === void 0 && (missing0 = "cpuUsedPct") || data.memUsed === void 0 && (missing0 = "memUsed") || data.memTotal === void 0 && (missing0 = "memTotal") || data.memCache === void 0 && (missing0 = "memCache") || data.diskUsed === void 0 && (missing0 = "diskUsed") || data.diskTotal === void 0 && (missing0 = "diskTotal")) {
        validate1902.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.timestamp !== void 0) {
          let data0 = data.timestamp;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (errors === _errs1) {
              if (typeof data0 === "string") {
                if (!formats03.validate(data0)) {
                  validate1902.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                  return false;
                }
              } else {
                validate1902.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.timestampUnix !== void 0) {
            let data1 = data.timestampUnix;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate1902.errors = [{ instancePath: instancePath + "/timestampUnix", schemaPath: "#/properties/timestampUnix/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (!formats36.validate(data1)) {
                  validate1902.errors = [{ instancePath: instancePath + "/timestampUnix", schemaPath: "#/properties/timestampUnix/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.cpuCount !== void 0) {
              let data2 = data.cpuCount;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1902.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats4.validate(data2)) {
                    validate1902.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.cpuUsedPct !== void 0) {
                let data3 = data.cpuUsedPct;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats132.validate(data3)) {
                      validate1902.errors = [{ instancePath: instancePath + "/cpuUsedPct", schemaPath: "#/properties/cpuUsedPct/format", keyword: "format", params: { format: "float" } }];
                      return false;
                    }
                  } else {
                    validate1902.errors = [{ instancePath: instancePath + "/cpuUsedPct", schemaPath: "#/properties/cpuUsedPct/type", keyword: "type", params: { type: "number" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.memUsed !== void 0) {
                  let data4 = data.memUsed;
                  const _errs9 = errors;
                  if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                    validate1902.errors = [{ instancePath: instancePath + "/memUsed", schemaPath: "#/properties/memUsed/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                  if (errors === _errs9) {
                    if (typeof data4 == "number" && isFinite(data4)) {
                      if (!formats36.validate(data4)) {
                        validate1902.errors = [{ instancePath: instancePath + "/memUsed", schemaPath: "#/properties/memUsed/format", keyword: "format", params: { format: "int64" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.memTotal !== void 0) {
                    let data5 = data.memTotal;
                    const _errs11 = errors;
                    if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
                      validate1902.errors = [{ instancePath: instancePath + "/memTotal", schemaPath: "#/properties/memTotal/type", keyword: "type", params: { type: "integer" } }];
                      return false;
                    }
                    if (errors === _errs11) {
                      if (typeof data5 == "number" && isFinite(data5)) {
                        if (!formats36.validate(data5)) {
                          validate1902.errors = [{ instancePath: instancePath + "/memTotal", schemaPath: "#/properties/memTotal/format", keyword: "format", params: { format: "int64" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.memCache !== void 0) {
                      let data6 = data.memCache;
                      const _errs13 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                        validate1902.errors = [{ instancePath: instancePath + "/memCache", schemaPath: "#/properties/memCache/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs13) {
                        if (typeof data6 == "number" && isFinite(data6)) {
                          if (!formats36.validate(data6)) {
                            validate1902.errors = [{ instancePath: instancePath + "/memCache", schemaPath: "#/properties/memCache/format", keyword: "format", params: { format: "int64" } }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.diskUsed !== void 0) {
                        let data7 = data.diskUsed;
                        const _errs15 = errors;
                        if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                          validate1902.errors = [{ instancePath: instancePath + "/diskUsed", schemaPath: "#/properties/diskUsed/type", keyword: "type", params: { type: "integer" } }];
                          return false;
                        }
                        if (errors === _errs15) {
                          if (typeof data7 == "number" && isFinite(data7)) {
                            if (!formats36.validate(data7)) {
                              validate1902.errors = [{ instancePath: instancePath + "/diskUsed", schemaPath: "#/properties/diskUsed/format", keyword: "format", params: { format: "int64" } }];
                              return false;
                            }
                          }
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.diskTotal !== void 0) {
                          let data8 = data.diskTotal;
                          const _errs17 = errors;
                          if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8))) {
                            validate1902.errors = [{ instancePath: instancePath + "/diskTotal", schemaPath: "#/properties/diskTotal/type", keyword: "type", params: { type: "integer" } }];
                            return false;
                          }
                          if (errors === _errs17) {
                            if (typeof data8 == "number" && isFinite(data8)) {
                              if (!formats36.validate(data8)) {
                                validate1902.errors = [{ instancePath: instancePath + "/diskTotal", schemaPath: "#/properties/diskTotal/format", keyword: "format", params: { format: "int64" } }];
                                return false;
                              }
                            }
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.networkSentRate !== void 0) {
                            let data9 = data.networkSentRate;
                            const _errs19 = errors;
                            if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
                              validate1902.errors = [{ instancePath: instancePath + "/networkSentRate", schemaPath: "#/properties/networkSentRate/type", keyword: "type", params: { type: "integer" } }];
                              return false;
                            }
                            if (errors === _errs19) {
                              if (typeof data9 == "number" && isFinite(data9)) {
                                if (!formats36.validate(data9)) {
                                  validate1902.errors = [{ instancePath: instancePath + "/networkSentRate", schemaPath: "#/properties/networkSentRate/format", keyword: "format", params: { format: "int64" } }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.networkReceivedRate !== void 0) {
                              let data10 = data.networkReceivedRate;
                              const _errs21 = errors;
                              if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
                                validate1902.errors = [{ instancePath: instancePath + "/networkReceivedRate", schemaPath: "#/properties/networkReceivedRate/type", keyword: "type", params: { type: "integer" } }];
                                return false;
                              }
                              if (errors === _errs21) {
                                if (typeof data10 == "number" && isFinite(data10)) {
                                  if (!formats36.validate(data10)) {
                                    validate1902.errors = [{ instancePath: instancePath + "/networkReceivedRate", schemaPath: "#/properties/networkReceivedRate/format", keyword: "format", params: { format: "int64" } }];
                                    return false;
                                  }
                                }
                              }
                              var valid0 = _errs21 === errors;
                            } else {
                              var valid0 = true;
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1902.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1902.errors = vErrors;
  return errors === 0;
}
function validate1892(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate1902(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate1902.errors : vErrors.concat(validate1902.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1892.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate1892.errors = vErrors;
  return errors === 0;
}
var isSandboxesWithMetrics = validate1922;
function validate1942(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.timestamp === void 0 && (missing0 = "timestamp") || data.timestampUnix === void 0 && (missing0 = "timestampUnix") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.cpuUsedPct === void 0 && (missing0 = "cpuUsedPct") || data.memUsed === void 0 && (missing0 = "memUsed") || data.memTotal === void 0 && (missing0 = "memTotal") || data.memCache === void 0 && (missing0 = "memCache") || data.diskUsed === void 0 && (missing0 = "diskUsed") || data.diskTotal === void 0 && (missing0 = "diskTotal")) {
        validate1942.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.timestamp !== void 0) {
          let data0 = data.timestamp;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (errors === _errs1) {
              if (typeof data0 === "string") {
                if (!formats03.validate(data0)) {
                  validate1942.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                  return false;
                }
              } else {
                validate1942.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.timestampUnix !== void 0) {
            let data1 = data.timestampUnix;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate1942.errors = [{ instancePath: instancePath + "/timestampUnix", schemaPath: "#/properties/timestampUnix/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (!formats36.validate(data1)) {
                  validate1942.errors = [{ instancePath: instancePath + "/timestampUnix", schemaPath: "#/properties/timestampUnix/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.cpuCount !== void 0) {
              let data2 = data.cpuCount;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate1942.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats4.validate(data2)) {
                    validate1942.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.cpuUsedPct !== void 0) {
                let data3 = data.cpuUsedPct;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats132.validate(data3)) {
                      validate1942.errors = [{ instancePath: instancePath + "/cpuUsedPct", schemaPath: "#/properties/cpuUsedPct/format", keyword: "format", params: { format: "float" } }];
                      return false;
                    }
                  } else {
                    validate1942.errors = [{ instancePath: instancePath + "/cpuUsedPct", schemaPath: "#/properties/cpuUsedPct/type", keyword: "type", params: { type: "number" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.memUsed !== void 0) {
                  let data4 = data.memUsed;
                  const _errs9 = errors;
                  if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                    validate1942.errors = [{ instancePath: instancePath + "/memUsed", schemaPath: "#/properties/memUsed/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                  if (errors === _errs9) {
                    if (typeof data4 == "number" && isFinite(data4)) {
                      if (!formats36.validate(data4)) {
                        validate1942.errors = [{ instancePath: instancePath + "/memUsed", schemaPath: "#/properties/memUsed/format", keyword: "format", params: { format: "int64" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.memTotal !== void 0) {
                    let data5 = data.memTotal;
                    const _errs11 = errors;
                    if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
                      validate1942.errors = [{ instancePath: instancePath + "/memTotal", schemaPath: "#/properties/memTotal/type", keyword: "type", params: { type: "integer" } }];
                      return false;
                    }
                    if (errors === _errs11) {
                      if (typeof data5 == "number" && isFinite(data5)) {
                        if (!formats36.validate(data5)) {
                          validate1942.errors = [{ instancePath: instancePath + "/memTotal", schemaPath: "#/properties/memTotal/format", keyword: "format", params: { format: "int64" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.memCache !== void 0) {
                      let data6 = data.memCache;
                      const _errs13 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                        validate1942.errors = [{ instancePath: instancePath + "/memCache", schemaPath: "#/properties/memCache/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      if (errors === _errs13) {
                        if (typeof data6 == "number" && isFinite(data6)) {
                          if (!formats36.validate(data6)) {
                            validate1942.errors = [{ instancePath: instancePath + "/memCache", schemaPath: "#/properties/memCache/format", keyword: "format", params: { format: "int64" } }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.diskUsed !== void 0) {
                        let data7 = data.diskUsed;
                        const _errs15 = errors;
                        if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                          validate1942.errors = [{ instancePath: instancePath + "/diskUsed", schemaPath: "#/properties/diskUsed/type", keyword: "type", params: { type: "integer" } }];
                          return false;
                        }
                        if (errors === _errs15) {
                          if (typeof data7 == "number" && isFinite(data7)) {
                            if (!formats36.validate(data7)) {
                              validate1942.errors = [{ instancePath: instancePath + "/diskUsed", schemaPath: "#/properties/diskUsed/format", keyword: "format", params: { format: "int64" } }];
                              return false;
                            }
                          }
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.diskTotal !== void 0) {
                          let data8 = data.diskTotal;
                          const _errs17 = errors;
                          if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8))) {
                            validate1942.errors = [{ instancePath: instancePath + "/diskTotal", schemaPath: "#/properties/diskTotal/type", keyword: "type", params: { type: "integer" } }];
                            return false;
                          }
                          if (errors === _errs17) {
                            if (typeof data8 == "number" && isFinite(data8)) {
                              if (!formats36.validate(data8)) {
                                validate1942.errors = [{ instancePath: instancePath + "/diskTotal", schemaPath: "#/properties/diskTotal/format", keyword: "format", params: { format: "int64" } }];
                                return false;
                              }
                            }
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.networkSentRate !== void 0) {
                            let data9 = data.networkSentRate;
                            const _errs19 = errors;
                            if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
                              validate1942.errors = [{ instancePath: instancePath + "/networkSentRate", schemaPath: "#/properties/networkSentRate/type", keyword: "type", params: { type: "integer" } }];
                              return false;
                            }
                            if (errors === _errs19) {
                              if (typeof data9 == "number" && isFinite(data9)) {
                                if (!formats36.validate(data9)) {
                                  validate1942.errors = [{ instancePath: instancePath + "/networkSentRate", schemaPath: "#/properties/networkSentRate/format", keyword: "format", params: { format: "int64" } }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.networkReceivedRate !== void 0) {
                              let data10 = data.networkReceivedRate;
                              const _errs21 = errors;
                              if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
                                validate1942.errors = [{ instancePath: instancePath + "/networkReceivedRate", schemaPath: "#/properties/networkReceivedRate/type", keyword: "type", params: { type: "integer" } }];
                                return false;
                              }
                              if (errors === _errs21) {
                                if (typeof data10 == "number" && isFinite(data10)) {
                                  if (!formats36.validate(data10)) {
                                    validate1942.errors = [{ instancePath: instancePath + "/networkReceivedRate", schemaPath: "#/properties/networkReceivedRate/format", keyword: "format", params: { format: "int64" } }];
                                    return false;
                                  }
                                }
                              }
                              var valid0 = _errs21 === errors;
                            } else {
                              var valid0 = true;
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate1942.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1942.errors = vErrors;
  return errors === 0;
}
function validate1932(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxes === void 0 && (missing0 = "sandboxes")) {
        validate1932.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxes !== void 0) {
          let data0 = data.sandboxes;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
              for (const key0 in data0) {
                const _errs4 = errors;
                if (!validate1942(data0[key0], { instancePath: instancePath + "/sandboxes/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), parentData: data0, parentDataProperty: key0, rootData })) {
                  vErrors = vErrors === null ? validate1942.errors : vErrors.concat(validate1942.errors);
                  errors = vErrors.length;
                }
                var valid1 = _errs4 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate1932.errors = [{ instancePath: instancePath + "/sandboxes", schemaPath: "#/properties/sandboxes/type", keyword: "type", params: { type: "object" } }];
              return false;
            }
          }
        }
      }
    } else {
      validate1932.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1932.errors = vErrors;
  return errors === 0;
}
function validate1922(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate1932(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1932.errors : vErrors.concat(validate1932.errors);
    errors = vErrors.length;
  }
  validate1922.errors = vErrors;
  return errors === 0;
}
var listTeamsResponse200 = validate1972;
function validate1982(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID") || data.name === void 0 && (missing0 = "name") || data.apiKey === void 0 && (missing0 = "apiKey") || data.isDefault === void 0 && (missing0 = "isDefault")) {
        validate1982.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          const _errs1 = errors;
          if (typeof data.teamID !== "string") {
            validate1982.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.name !== void 0) {
            const _errs3 = errors;
            if (typeof data.name !== "string") {
              validate1982.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.apiKey !== void 0) {
              const _errs5 = errors;
              if (typeof data.apiKey !== "string") {
                validate1982.errors = [{ instancePath: instancePath + "/apiKey", schemaPath: "#/properties/apiKey/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.isDefault !== void 0) {
                const _errs7 = errors;
                if (typeof data.isDefault !== "boolean") {
                  validate1982.errors = [{ instancePath: instancePath + "/isDefault", schemaPath: "#/properties/isDefault/type", keyword: "type", params: { type: "boolean" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate1982.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate1982.errors = vErrors;
  return errors === 0;
}
function validate1972(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate1982(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate1982.errors : vErrors.concat(validate1982.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate1972.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate1972.errors = vErrors;
  return errors === 0;
}
var getTeamMetricsResponse200 = validate200;
function validate201(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.timestamp === void 0 && (missing0 = "timestamp") || data.timestampUnix === void 0 && (missing0 = "timestampUnix") || data.concurrentSandboxes === void 0 && (missing0 = "concurrentSandboxes") || data.sandboxStartRate === void 0 && (missing0 = "sandboxStartRate")) {
        validate201.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.timestamp !== void 0) {
          let data0 = data.timestamp;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (errors === _errs1) {
              if (typeof data0 === "string") {
                if (!formats03.validate(data0)) {
                  validate201.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                  return false;
                }
              } else {
                validate201.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.timestampUnix !== void 0) {
            let data1 = data.timestampUnix;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate201.errors = [{ instancePath: instancePath + "/timestampUnix", schemaPath: "#/properties/timestampUnix/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (!formats36.validate(data1)) {
                  validate201.errors = [{ instancePath: instancePath + "/timestampUnix", schemaPath: "#/properties/timestampUnix/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.concurrentSandboxes !== void 0) {
              let data2 = data.concurrentSandboxes;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate201.errors = [{ instancePath: instancePath + "/concurrentSandboxes", schemaPath: "#/properties/concurrentSandboxes/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats4.validate(data2)) {
                    validate201.errors = [{ instancePath: instancePath + "/concurrentSandboxes", schemaPath: "#/properties/concurrentSandboxes/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.sandboxStartRate !== void 0) {
                let data3 = data.sandboxStartRate;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats132.validate(data3)) {
                      validate201.errors = [{ instancePath: instancePath + "/sandboxStartRate", schemaPath: "#/properties/sandboxStartRate/format", keyword: "format", params: { format: "float" } }];
                      return false;
                    }
                  } else {
                    validate201.errors = [{ instancePath: instancePath + "/sandboxStartRate", schemaPath: "#/properties/sandboxStartRate/type", keyword: "type", params: { type: "number" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate201.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate201.errors = vErrors;
  return errors === 0;
}
function validate200(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate201(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate201.errors : vErrors.concat(validate201.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate200.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate200.errors = vErrors;
  return errors === 0;
}
var isMaxTeamMetric = validate203;
function validate204(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.timestamp === void 0 && (missing0 = "timestamp") || data.timestampUnix === void 0 && (missing0 = "timestampUnix") || data.value === void 0 && (missing0 = "value")) {
        validate204.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.timestamp !== void 0) {
          let data0 = data.timestamp;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (errors === _errs1) {
              if (typeof data0 === "string") {
                if (!formats03.validate(data0)) {
                  validate204.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                  return false;
                }
              } else {
                validate204.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.timestampUnix !== void 0) {
            let data1 = data.timestampUnix;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate204.errors = [{ instancePath: instancePath + "/timestampUnix", schemaPath: "#/properties/timestampUnix/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (!formats36.validate(data1)) {
                  validate204.errors = [{ instancePath: instancePath + "/timestampUnix", schemaPath: "#/properties/timestampUnix/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.value !== void 0) {
              let data2 = data.value;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (typeof data2 == "number" && isFinite(data2)) {
                  if (!formats132.validate(data2)) {
                    validate204.errors = [{ instancePath: instancePath + "/value", schemaPath: "#/properties/value/format", keyword: "format", params: { format: "float" } }];
                    return false;
                  }
                } else {
                  validate204.errors = [{ instancePath: instancePath + "/value", schemaPath: "#/properties/value/type", keyword: "type", params: { type: "number" } }];
                  return false;
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate204.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate204.errors = vErrors;
  return errors === 0;
}
function validate203(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate204(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate204.errors : vErrors.concat(validate204.errors);
    errors = vErrors.length;
  }
  validate203.errors = vErrors;
  return errors === 0;
}
var listEventsResponse200 = validate206;
var schema104 = { "type": "object", "required": ["id", "timestamp", "teamID", "kind", "actor", "outcome"], "properties": { "id": { "type": "string" }, "timestamp": { "type": "string", "format": "date-time" }, "teamID": { "type": ["string", "null"], "description": "Null for events of the installation" }, "kind": { "type": "string" }, "actor": { "type": "string", "enum": ["key", "admin", "system"], "description": "A key, the holder of the admin token, or the installation" }, "keyID": { "type": "string" }, "keyName": { "type": "string", "description": "The present name of the key; absent once it is deleted" }, "sandboxID": { "type": "string" }, "subject": { "type": "string", "description": "The id of the other resource that the call was about" }, "outcome": { "type": "string", "enum": ["done", "refused", "failed"] }, "status": { "type": "integer", "description": "HTTP status of the response" }, "reason": { "type": "string", "description": "An error code, why a sandbox ended, or what was refused" } } };
function validate207(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.timestamp === void 0 && (missing0 = "timestamp") || data.teamID === void 0 && (missing0 = "teamID") || data.kind === void 0 && (missing0 = "kind") || data.actor === void 0 && (missing0 = "actor") || data.outcome === void 0 && (missing0 = "outcome")) {
        validate207.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate207.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.timestamp !== void 0) {
            let data1 = data.timestamp;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (errors === _errs3) {
                if (typeof data1 === "string") {
                  if (!formats03.validate(data1)) {
                    validate207.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                    return false;
                  }
                } else {
                  validate207.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.teamID !== void 0) {
              let data2 = data.teamID;
              const _errs5 = errors;
              if (typeof data2 !== "string" && data2 !== null) {
                validate207.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: schema104.properties.teamID.type } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.kind !== void 0) {
                const _errs7 = errors;
                if (typeof data.kind !== "string") {
                  validate207.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.actor !== void 0) {
                  let data4 = data.actor;
                  const _errs9 = errors;
                  if (typeof data4 !== "string") {
                    validate207.errors = [{ instancePath: instancePath + "/actor", schemaPath: "#/properties/actor/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  if (!(data4 === "key" || data4 === "admin" || data4 === "system")) {
                    validate207.errors = [{ instancePath: instancePath + "/actor", schemaPath: "#/properties/actor/enum", keyword: "enum", params: { allowedValues: schema104.properties.actor.enum } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.keyID !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.keyID !== "string") {
                      validate207.errors = [{ instancePath: instancePath + "/keyID", schemaPath: "#/properties/keyID/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.keyName !== void 0) {
                      const _errs13 = errors;
                      if (typeof data.keyName !== "string") {
                        validate207.errors = [{ instancePath: instancePath + "/keyName", schemaPath: "#/properties/keyName/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.sandboxID !== void 0) {
                        const _errs15 = errors;
                        if (typeof data.sandboxID !== "string") {
                          validate207.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.subject !== void 0) {
                          const _errs17 = errors;
                          if (typeof data.subject !== "string") {
                            validate207.errors = [{ instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.outcome !== void 0) {
                            let data9 = data.outcome;
                            const _errs19 = errors;
                            if (typeof data9 !== "string") {
                              validate207.errors = [{ instancePath: instancePath + "/outcome", schemaPath: "#/properties/outcome/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                            if (!(data9 === "done" || data9 === "refused" || data9 === "failed")) {
                              validate207.errors = [{ instancePath: instancePath + "/outcome", schemaPath: "#/properties/outcome/enum", keyword: "enum", params: { allowedValues: schema104.properties.outcome.enum } }];
                              return false;
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.status !== void 0) {
                              let data10 = data.status;
                              const _errs21 = errors;
                              if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
                                validate207.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "integer" } }];
                                return false;
                              }
                              var valid0 = _errs21 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.reason !== void 0) {
                                const _errs23 = errors;
                                if (typeof data.reason !== "string") {
                                  validate207.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                                var valid0 = _errs23 === errors;
                              } else {
                                var valid0 = true;
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate207.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate207.errors = vErrors;
  return errors === 0;
}
function validate206(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate207(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate207.errors : vErrors.concat(validate207.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate206.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate206.errors = vErrors;
  return errors === 0;
}
var listSandboxEventsResponse200 = validate209;
var schema107 = { "type": "string", "enum": ["sandbox.lifecycle.created", "sandbox.lifecycle.killed", "sandbox.lifecycle.paused", "sandbox.lifecycle.resumed", "sandbox.lifecycle.updated", "sandbox.lifecycle.checkpointed"] };
function validate211(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate211.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "sandbox.lifecycle.created" || data === "sandbox.lifecycle.killed" || data === "sandbox.lifecycle.paused" || data === "sandbox.lifecycle.resumed" || data === "sandbox.lifecycle.updated" || data === "sandbox.lifecycle.checkpointed")) {
    validate211.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema107.enum } }];
    return false;
  }
  validate211.errors = vErrors;
  return errors === 0;
}
function validate210(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.version === void 0 && (missing0 = "version") || data.id === void 0 && (missing0 = "id") || data.type === void 0 && (missing0 = "type") || data.eventData === void 0 && (missing0 = "eventData") || data.sandboxId === void 0 && (missing0 = "sandboxId") || data.sandboxTeamId === void 0 && (missing0 = "sandboxTeamId") || data.sandboxTemplateId === void 0 && (missing0 = "sandboxTemplateId") || data.sandboxBuildId === void 0 && (missing0 = "sandboxBuildId") || data.sandboxExecutionId === void 0 && (missing0 = "sandboxExecutionId") || data.timestamp === void 0 && (missing0 = "timestamp")) {
        validate210.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.version !== void 0) {
          const _errs1 = errors;
          if (typeof data.version !== "string") {
            validate210.errors = [{ instancePath: instancePath + "/version", schemaPath: "#/properties/version/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.id !== void 0) {
            const _errs3 = errors;
            if (typeof data.id !== "string") {
              validate210.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.type !== void 0) {
              const _errs5 = errors;
              if (!validate211(data.type, { instancePath: instancePath + "/type", parentData: data, parentDataProperty: "type", rootData })) {
                vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.eventData !== void 0) {
                let data3 = data.eventData;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                  } else {
                    validate210.errors = [{ instancePath: instancePath + "/eventData", schemaPath: "#/properties/eventData/type", keyword: "type", params: { type: "object" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.sandboxId !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.sandboxId !== "string") {
                    validate210.errors = [{ instancePath: instancePath + "/sandboxId", schemaPath: "#/properties/sandboxId/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.sandboxTeamId !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.sandboxTeamId !== "string") {
                      validate210.errors = [{ instancePath: instancePath + "/sandboxTeamId", schemaPath: "#/properties/sandboxTeamId/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.sandboxTemplateId !== void 0) {
                      const _errs13 = errors;
                      if (typeof data.sandboxTemplateId !== "string") {
                        validate210.errors = [{ instancePath: instancePath + "/sandboxTemplateId", schemaPath: "#/properties/sandboxTemplateId/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.sandboxBuildId !== void 0) {
                        const _errs15 = errors;
                        if (typeof data.sandboxBuildId !== "string") {
                          validate210.errors = [{ instancePath: instancePath + "/sandboxBuildId", schemaPath: "#/properties/sandboxBuildId/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.sandboxExecutionId !== void 0) {
                          const _errs17 = errors;
                          if (typeof data.sandboxExecutionId !== "string") {
                            validate210.errors = [{ instancePath: instancePath + "/sandboxExecutionId", schemaPath: "#/properties/sandboxExecutionId/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.timestamp !== void 0) {
                            let data9 = data.timestamp;
                            const _errs19 = errors;
                            if (errors === _errs19) {
                              if (errors === _errs19) {
                                if (typeof data9 === "string") {
                                  if (!formats03.validate(data9)) {
                                    validate210.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                                    return false;
                                  }
                                } else {
                                  validate210.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate210.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate210.errors = vErrors;
  return errors === 0;
}
function validate209(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate210(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate210.errors : vErrors.concat(validate210.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate209.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate209.errors = vErrors;
  return errors === 0;
}
var listEventsOfSandboxResponse200 = validate214;
function validate215(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.version === void 0 && (missing0 = "version") || data.id === void 0 && (missing0 = "id") || data.type === void 0 && (missing0 = "type") || data.eventData === void 0 && (missing0 = "eventData") || data.sandboxId === void 0 && (missing0 = "sandboxId") || data.sandboxTeamId === void 0 && (missing0 = "sandboxTeamId") || data.sandboxTemplateId === void 0 && (missing0 = "sandboxTemplateId") || data.sandboxBuildId === void 0 && (missing0 = "sandboxBuildId") || data.sandboxExecutionId === void 0 && (missing0 = "sandboxExecutionId") || data.timestamp === void 0 && (missing0 = "timestamp")) {
        validate215.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.version !== void 0) {
          const _errs1 = errors;
          if (typeof data.version !== "string") {
            validate215.errors = [{ instancePath: instancePath + "/version", schemaPath: "#/properties/version/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.id !== void 0) {
            const _errs3 = errors;
            if (typeof data.id !== "string") {
              validate215.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.type !== void 0) {
              const _errs5 = errors;
              if (!validate211(data.type, { instancePath: instancePath + "/type", parentData: data, parentDataProperty: "type", rootData })) {
                vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.eventData !== void 0) {
                let data3 = data.eventData;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                  } else {
                    validate215.errors = [{ instancePath: instancePath + "/eventData", schemaPath: "#/properties/eventData/type", keyword: "type", params: { type: "object" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.sandboxId !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.sandboxId !== "string") {
                    validate215.errors = [{ instancePath: instancePath + "/sandboxId", schemaPath: "#/properties/sandboxId/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.sandboxTeamId !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.sandboxTeamId !== "string") {
                      validate215.errors = [{ instancePath: instancePath + "/sandboxTeamId", schemaPath: "#/properties/sandboxTeamId/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.sandboxTemplateId !== void 0) {
                      const _errs13 = errors;
                      if (typeof data.sandboxTemplateId !== "string") {
                        validate215.errors = [{ instancePath: instancePath + "/sandboxTemplateId", schemaPath: "#/properties/sandboxTemplateId/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.sandboxBuildId !== void 0) {
                        const _errs15 = errors;
                        if (typeof data.sandboxBuildId !== "string") {
                          validate215.errors = [{ instancePath: instancePath + "/sandboxBuildId", schemaPath: "#/properties/sandboxBuildId/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.sandboxExecutionId !== void 0) {
                          const _errs17 = errors;
                          if (typeof data.sandboxExecutionId !== "string") {
                            validate215.errors = [{ instancePath: instancePath + "/sandboxExecutionId", schemaPath: "#/properties/sandboxExecutionId/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.timestamp !== void 0) {
                            let data9 = data.timestamp;
                            const _errs19 = errors;
                            if (errors === _errs19) {
                              if (errors === _errs19) {
                                if (typeof data9 === "string") {
                                  if (!formats03.validate(data9)) {
                                    validate215.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                                    return false;
                                  }
                                } else {
                                  validate215.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate215.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate215.errors = vErrors;
  return errors === 0;
}
function validate214(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate215(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate215.errors : vErrors.concat(validate215.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate214.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate214.errors = vErrors;
  return errors === 0;
}
var listWebhooksResponse200 = validate218;
function validate219(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.teamID === void 0 && (missing0 = "teamID") || data.name === void 0 && (missing0 = "name") || data.url === void 0 && (missing0 = "url") || data.enabled === void 0 && (missing0 = "enabled") || data.events === void 0 && (missing0 = "events") || data.createdAt === void 0 && (missing0 = "createdAt") || data.signatureSecretMask === void 0 && (missing0 = "signatureSecretMask")) {
        validate219.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate219.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.teamID !== void 0) {
            const _errs3 = errors;
            if (typeof data.teamID !== "string") {
              validate219.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.name !== void 0) {
              const _errs5 = errors;
              if (typeof data.name !== "string") {
                validate219.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.url !== void 0) {
                const _errs7 = errors;
                if (typeof data.url !== "string") {
                  validate219.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.enabled !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.enabled !== "boolean") {
                    validate219.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/properties/enabled/type", keyword: "type", params: { type: "boolean" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.events !== void 0) {
                    let data5 = data.events;
                    const _errs11 = errors;
                    if (errors === _errs11) {
                      if (Array.isArray(data5)) {
                        var valid1 = true;
                        const len0 = data5.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          const _errs13 = errors;
                          if (!validate211(data5[i0], { instancePath: instancePath + "/events/" + i0, parentData: data5, parentDataProperty: i0, rootData })) {
                            vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
                            errors = vErrors.length;
                          }
                          var valid1 = _errs13 === errors;
                          if (!valid1) {
                            break;
                          }
                        }
                      } else {
                        validate219.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/type", keyword: "type", params: { type: "array" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.createdAt !== void 0) {
                      let data7 = data.createdAt;
                      const _errs14 = errors;
                      if (errors === _errs14) {
                        if (errors === _errs14) {
                          if (typeof data7 === "string") {
                            if (!formats03.validate(data7)) {
                              validate219.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                              return false;
                            }
                          } else {
                            validate219.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs14 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.signatureSecretMask !== void 0) {
                        const _errs16 = errors;
                        if (typeof data.signatureSecretMask !== "string") {
                          validate219.errors = [{ instancePath: instancePath + "/signatureSecretMask", schemaPath: "#/properties/signatureSecretMask/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs16 === errors;
                      } else {
                        var valid0 = true;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate219.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate219.errors = vErrors;
  return errors === 0;
}
function validate218(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate219(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate219.errors : vErrors.concat(validate219.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate218.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate218.errors = vErrors;
  return errors === 0;
}
var isWebhook = validate2222;
function validate223(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.teamID === void 0 && (missing0 = "teamID") || data.name === void 0 && (missing0 = "name") || data.url === void 0 && (missing0 = "url") || data.enabled === void 0 && (missing0 = "enabled") || data.events === void 0 && (missing0 = "events") || data.createdAt === void 0 && (missing0 = "createdAt") || data.signatureSecretMask === void 0 && (missing0 = "signatureSecretMask")) {
        validate223.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate223.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.teamID !== void 0) {
            const _errs3 = errors;
            if (typeof data.teamID !== "string") {
              validate223.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.name !== void 0) {
              const _errs5 = errors;
              if (typeof data.name !== "string") {
                validate223.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.url !== void 0) {
                const _errs7 = errors;
                if (typeof data.url !== "string") {
                  validate223.errors = [{ instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.enabled !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.enabled !== "boolean") {
                    validate223.errors = [{ instancePath: instancePath + "/enabled", schemaPath: "#/properties/enabled/type", keyword: "type", params: { type: "boolean" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.events !== void 0) {
                    let data5 = data.events;
                    const _errs11 = errors;
                    if (errors === _errs11) {
                      if (Array.isArray(data5)) {
                        var valid1 = true;
                        const len0 = data5.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          const _errs13 = errors;
                          if (!validate211(data5[i0], { instancePath: instancePath + "/events/" + i0, parentData: data5, parentDataProperty: i0, rootData })) {
                            vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
                            errors = vErrors.length;
                          }
                          var valid1 = _errs13 === errors;
                          if (!valid1) {
                            break;
                          }
                        }
                      } else {
                        validate223.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/type", keyword: "type", params: { type: "array" } }];
                        return false;
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.createdAt !== void 0) {
                      let data7 = data.createdAt;
                      const _errs14 = errors;
                      if (errors === _errs14) {
                        if (errors === _errs14) {
                          if (typeof data7 === "string") {
                            if (!formats03.validate(data7)) {
                              validate223.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                              return false;
                            }
                          } else {
                            validate223.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                        }
                      }
                      var valid0 = _errs14 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.signatureSecretMask !== void 0) {
                        const _errs16 = errors;
                        if (typeof data.signatureSecretMask !== "string") {
                          validate223.errors = [{ instancePath: instancePath + "/signatureSecretMask", schemaPath: "#/properties/signatureSecretMask/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs16 === errors;
                      } else {
                        var valid0 = true;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate223.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate223.errors = vErrors;
  return errors === 0;
}
function validate2222(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate223(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate223.errors : vErrors.concat(validate223.errors);
    errors = vErrors.length;
  }
  validate2222.errors = vErrors;
  return errors === 0;
}
var isWebhookTest = validate226;
function validate227(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.delivered === void 0 && (missing0 = "delivered")) {
        validate227.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.delivered !== void 0) {
          const _errs1 = errors;
          if (typeof data.delivered !== "boolean") {
            validate227.errors = [{ instancePath: instancePath + "/delivered", schemaPath: "#/properties/delivered/type", keyword: "type", params: { type: "boolean" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.status !== void 0) {
            let data1 = data.status;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate227.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.error !== void 0) {
              const _errs5 = errors;
              if (typeof data.error !== "string") {
                validate227.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
          }
        }
      }
    } else {
      validate227.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate227.errors = vErrors;
  return errors === 0;
}
function validate226(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate227(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate227.errors : vErrors.concat(validate227.errors);
    errors = vErrors.length;
  }
  validate226.errors = vErrors;
  return errors === 0;
}
var listDeliveriesResponse200 = validate229;
var schema117 = { "type": "object", "required": ["id", "state", "attempts", "createdAt"], "properties": { "id": { "type": "string" }, "state": { "type": "string", "enum": ["pending", "delivered", "dead"] }, "attempts": { "type": "integer", "description": "Attempts that have ended" }, "createdAt": { "type": "string", "format": "date-time" }, "nextAttemptAt": { "type": "string", "format": "date-time", "description": "Of a pending one" }, "endedAt": { "type": "string", "format": "date-time", "description": "Of a delivered or dead one" }, "status": { "type": "integer", "description": "HTTP status of the last response" }, "error": { "type": "string", "description": "Why the last attempt failed" }, "event": { "$ref": "control#/$defs/SandboxEvent" } } };
function validate231(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.version === void 0 && (missing0 = "version") || data.id === void 0 && (missing0 = "id") || data.type === void 0 && (missing0 = "type") || data.eventData === void 0 && (missing0 = "eventData") || data.sandboxId === void 0 && (missing0 = "sandboxId") || data.sandboxTeamId === void 0 && (missing0 = "sandboxTeamId") || data.sandboxTemplateId === void 0 && (missing0 = "sandboxTemplateId") || data.sandboxBuildId === void 0 && (missing0 = "sandboxBuildId") || data.sandboxExecutionId === void 0 && (missing0 = "sandboxExecutionId") || data.timestamp === void 0 && (missing0 = "timestamp")) {
        validate231.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.version !== void 0) {
          const _errs1 = errors;
          if (typeof data.version !== "string") {
            validate231.errors = [{ instancePath: instancePath + "/version", schemaPath: "#/properties/version/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.id !== void 0) {
            const _errs3 = errors;
            if (typeof data.id !== "string") {
              validate231.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.type !== void 0) {
              const _errs5 = errors;
              if (!validate211(data.type, { instancePath: instancePath + "/type", parentData: data, parentDataProperty: "type", rootData })) {
                vErrors = vErrors === null ? validate211.errors : vErrors.concat(validate211.errors);
                errors = vErrors.length;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.eventData !== void 0) {
                let data3 = data.eventData;
                const _errs6 = errors;
                if (errors === _errs6) {
                  if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
                  } else {
                    validate231.errors = [{ instancePath: instancePath + "/eventData", schemaPath: "#/properties/eventData/type", keyword: "type", params: { type: "object" } }];
                    return false;
                  }
                }
                var valid0 = _errs6 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.sandboxId !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.sandboxId !== "string") {
                    validate231.errors = [{ instancePath: instancePath + "/sandboxId", schemaPath: "#/properties/sandboxId/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.sandboxTeamId !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.sandboxTeamId !== "string") {
                      validate231.errors = [{ instancePath: instancePath + "/sandboxTeamId", schemaPath: "#/properties/sandboxTeamId/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.sandboxTemplateId !== void 0) {
                      const _errs13 = errors;
                      if (typeof data.sandboxTemplateId !== "string") {
                        validate231.errors = [{ instancePath: instancePath + "/sandboxTemplateId", schemaPath: "#/properties/sandboxTemplateId/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.sandboxBuildId !== void 0) {
                        const _errs15 = errors;
                        if (typeof data.sandboxBuildId !== "string") {
                          validate231.errors = [{ instancePath: instancePath + "/sandboxBuildId", schemaPath: "#/properties/sandboxBuildId/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.sandboxExecutionId !== void 0) {
                          const _errs17 = errors;
                          if (typeof data.sandboxExecutionId !== "string") {
                            validate231.errors = [{ instancePath: instancePath + "/sandboxExecutionId", schemaPath: "#/properties/sandboxExecutionId/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.timestamp !== void 0) {
                            let data9 = data.timestamp;
                            const _errs19 = errors;
                            if (errors === _errs19) {
                              if (errors === _errs19) {
                                if (typeof data9 === "string") {
                                  if (!formats03.validate(data9)) {
                                    validate231.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                                    return false;
                                  }
                                } else {
                                  validate231.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate231.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate231.errors = vErrors;
  return errors === 0;
}
function validate230(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.state === void 0 && (missing0 = "state") || data.attempts === void 0 && (missing0 = "attempts") || data.createdAt === void 0 && (missing0 = "createdAt")) {
        validate230.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate230.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.state !== void 0) {
            let data1 = data.state;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              validate230.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if (!(data1 === "pending" || data1 === "delivered" || data1 === "dead")) {
              validate230.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema117.properties.state.enum } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.attempts !== void 0) {
              let data2 = data.attempts;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate230.errors = [{ instancePath: instancePath + "/attempts", schemaPath: "#/properties/attempts/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.createdAt !== void 0) {
                let data3 = data.createdAt;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (errors === _errs7) {
                    if (typeof data3 === "string") {
                      if (!formats03.validate(data3)) {
                        validate230.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                        return false;
                      }
                    } else {
                      validate230.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.nextAttemptAt !== void 0) {
                  let data4 = data.nextAttemptAt;
                  const _errs9 = errors;
                  if (errors === _errs9) {
                    if (errors === _errs9) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate230.errors = [{ instancePath: instancePath + "/nextAttemptAt", schemaPath: "#/properties/nextAttemptAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate230.errors = [{ instancePath: instancePath + "/nextAttemptAt", schemaPath: "#/properties/nextAttemptAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.endedAt !== void 0) {
                    let data5 = data.endedAt;
                    const _errs11 = errors;
                    if (errors === _errs11) {
                      if (errors === _errs11) {
                        if (typeof data5 === "string") {
                          if (!formats03.validate(data5)) {
                            validate230.errors = [{ instancePath: instancePath + "/endedAt", schemaPath: "#/properties/endedAt/format", keyword: "format", params: { format: "date-time" } }];
                            return false;
                          }
                        } else {
                          validate230.errors = [{ instancePath: instancePath + "/endedAt", schemaPath: "#/properties/endedAt/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.status !== void 0) {
                      let data6 = data.status;
                      const _errs13 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                        validate230.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.error !== void 0) {
                        const _errs15 = errors;
                        if (typeof data.error !== "string") {
                          validate230.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.event !== void 0) {
                          const _errs17 = errors;
                          if (!validate231(data.event, { instancePath: instancePath + "/event", parentData: data, parentDataProperty: "event", rootData })) {
                            vErrors = vErrors === null ? validate231.errors : vErrors.concat(validate231.errors);
                            errors = vErrors.length;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate230.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate230.errors = vErrors;
  return errors === 0;
}
function validate229(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate230(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate230.errors : vErrors.concat(validate230.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate229.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate229.errors = vErrors;
  return errors === 0;
}
var isDelivery = validate235;
function validate236(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.state === void 0 && (missing0 = "state") || data.attempts === void 0 && (missing0 = "attempts") || data.createdAt === void 0 && (missing0 = "createdAt")) {
        validate236.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate236.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.state !== void 0) {
            let data1 = data.state;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              validate236.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if (!(data1 === "pending" || data1 === "delivered" || data1 === "dead")) {
              validate236.errors = [{ instancePath: instancePath + "/state", schemaPath: "#/properties/state/enum", keyword: "enum", params: { allowedValues: schema117.properties.state.enum } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.attempts !== void 0) {
              let data2 = data.attempts;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate236.errors = [{ instancePath: instancePath + "/attempts", schemaPath: "#/properties/attempts/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.createdAt !== void 0) {
                let data3 = data.createdAt;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (errors === _errs7) {
                    if (typeof data3 === "string") {
                      if (!formats03.validate(data3)) {
                        validate236.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" } }];
                        return false;
                      }
                    } else {
                      validate236.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.nextAttemptAt !== void 0) {
                  let data4 = data.nextAttemptAt;
                  const _errs9 = errors;
                  if (errors === _errs9) {
                    if (errors === _errs9) {
                      if (typeof data4 === "string") {
                        if (!formats03.validate(data4)) {
                          validate236.errors = [{ instancePath: instancePath + "/nextAttemptAt", schemaPath: "#/properties/nextAttemptAt/format", keyword: "format", params: { format: "date-time" } }];
                          return false;
                        }
                      } else {
                        validate236.errors = [{ instancePath: instancePath + "/nextAttemptAt", schemaPath: "#/properties/nextAttemptAt/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.endedAt !== void 0) {
                    let data5 = data.endedAt;
                    const _errs11 = errors;
                    if (errors === _errs11) {
                      if (errors === _errs11) {
                        if (typeof data5 === "string") {
                          if (!formats03.validate(data5)) {
                            validate236.errors = [{ instancePath: instancePath + "/endedAt", schemaPath: "#/properties/endedAt/format", keyword: "format", params: { format: "date-time" } }];
                            return false;
                          }
                        } else {
                          validate236.errors = [{ instancePath: instancePath + "/endedAt", schemaPath: "#/properties/endedAt/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.status !== void 0) {
                      let data6 = data.status;
                      const _errs13 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                        validate236.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.error !== void 0) {
                        const _errs15 = errors;
                        if (typeof data.error !== "string") {
                          validate236.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.event !== void 0) {
                          const _errs17 = errors;
                          if (!validate231(data.event, { instancePath: instancePath + "/event", parentData: data, parentDataProperty: "event", rootData })) {
                            vErrors = vErrors === null ? validate231.errors : vErrors.concat(validate231.errors);
                            errors = vErrors.length;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate236.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate236.errors = vErrors;
  return errors === 0;
}
function validate235(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate236(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate236.errors : vErrors.concat(validate236.errors);
    errors = vErrors.length;
  }
  validate235.errors = vErrors;
  return errors === 0;
}
var isLedgerPage = validate239;
var schema122 = { "type": "object", "required": ["teamID", "keyID", "publicKey", "events", "heads"], "properties": { "teamID": { "type": ["string", "null"] }, "keyID": { "type": "string" }, "publicKey": { "type": "string", "description": "PEM" }, "events": { "type": "array", "items": { "$ref": "control#/$defs/LedgerEvent" } }, "heads": { "type": "array", "items": { "$ref": "control#/$defs/LedgerMark" } }, "cut": { "$ref": "control#/$defs/LedgerMark" }, "lastHead": { "$ref": "control#/$defs/LedgerMark" } } };
var schema123 = { "type": "object", "description": "The fields that are hashed, and the hashes.", "required": ["seq", "atMs", "kind", "actor", "keyID", "sandboxID", "subject", "outcome", "status", "reason", "previousHash", "hash"], "properties": { "seq": { "type": "integer", "format": "int64" }, "atMs": { "type": "integer", "format": "int64" }, "kind": { "type": "string" }, "actor": { "type": "string" }, "keyID": { "type": ["string", "null"] }, "sandboxID": { "type": ["string", "null"] }, "subject": { "type": ["string", "null"] }, "outcome": { "type": "string" }, "status": { "type": ["integer", "null"] }, "reason": { "type": ["string", "null"] }, "previousHash": { "type": "string" }, "hash": { "type": "string" } } };
function validate241(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.seq === void 0 && (missing0 = "seq") || data.atMs === void 0 && (missing0 = "atMs") || data.kind === void 0 && (missing0 = "kind") || data.actor === void 0 && (missing0 = "actor") || data.keyID === void 0 && (missing0 = "keyID") || data.sandboxID === void 0 && (missing0 = "sandboxID") || data.subject === void 0 && (missing0 = "subject") || data.outcome === void 0 && (missing0 = "outcome") || data.status === void 0 && (missing0 = "status") || data.reason === void 0 && (missing0 = "reason") || data.previousHash === void 0 && (missing0 = "previousHash") || data.hash === void 0 && (missing0 = "hash")) {
        validate241.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.seq !== void 0) {
          let data0 = data.seq;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate241.errors = [{ instancePath: instancePath + "/seq", schemaPath: "#/properties/seq/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          if (errors === _errs1) {
            if (typeof data0 == "number" && isFinite(data0)) {
              if (!formats36.validate(data0)) {
                validate241.errors = [{ instancePath: instancePath + "/seq", schemaPath: "#/properties/seq/format", keyword: "format", params: { format: "int64" } }];
                return false;
              }
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.atMs !== void 0) {
            let data1 = data.atMs;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate241.errors = [{ instancePath: instancePath + "/atMs", schemaPath: "#/properties/atMs/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (!formats36.validate(data1)) {
                  validate241.errors = [{ instancePath: instancePath + "/atMs", schemaPath: "#/properties/atMs/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.kind !== void 0) {
              const _errs5 = errors;
              if (typeof data.kind !== "string") {
                validate241.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.actor !== void 0) {
                const _errs7 = errors;
                if (typeof data.actor !== "string") {
                  validate241.errors = [{ instancePath: instancePath + "/actor", schemaPath: "#/properties/actor/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.keyID !== void 0) {
                  let data4 = data.keyID;
                  const _errs9 = errors;
                  if (typeof data4 !== "string" && data4 !== null) {
                    validate241.errors = [{ instancePath: instancePath + "/keyID", schemaPath: "#/properties/keyID/type", keyword: "type", params: { type: schema123.properties.keyID.type } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.sandboxID !== void 0) {
                    let data5 = data.sandboxID;
                    const _errs11 = errors;
                    if (typeof data5 !== "string" && data5 !== null) {
                      validate241.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: schema123.properties.sandboxID.type } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.subject !== void 0) {
                      let data6 = data.subject;
                      const _errs13 = errors;
                      if (typeof data6 !== "string" && data6 !== null) {
                        validate241.errors = [{ instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/type", keyword: "type", params: { type: schema123.properties.subject.type } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.outcome !== void 0) {
                        const _errs15 = errors;
                        if (typeof data.outcome !== "string") {
                          validate241.errors = [{ instancePath: instancePath + "/outcome", schemaPath: "#/properties/outcome/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.status !== void 0) {
                          let data8 = data.status;
                          const _errs17 = errors;
                          if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8)) && data8 !== null) {
                            validate241.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: schema123.properties.status.type } }];
                            return false;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.reason !== void 0) {
                            let data9 = data.reason;
                            const _errs19 = errors;
                            if (typeof data9 !== "string" && data9 !== null) {
                              validate241.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: schema123.properties.reason.type } }];
                              return false;
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.previousHash !== void 0) {
                              const _errs21 = errors;
                              if (typeof data.previousHash !== "string") {
                                validate241.errors = [{ instancePath: instancePath + "/previousHash", schemaPath: "#/properties/previousHash/type", keyword: "type", params: { type: "string" } }];
                                return false;
                              }
                              var valid0 = _errs21 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.hash !== void 0) {
                                const _errs23 = errors;
                                if (typeof data.hash !== "string") {
                                  validate241.errors = [{ instancePath: instancePath + "/hash", schemaPath: "#/properties/hash/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                                var valid0 = _errs23 === errors;
                              } else {
                                var valid0 = true;
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate241.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate241.errors = vErrors;
  return errors === 0;
}
var schema124 = { "type": "object", "required": ["kind", "seq", "hash", "atMs", "signature"], "properties": { "kind": { "type": "string", "enum": ["head", "cut"] }, "seq": { "type": "integer", "format": "int64" }, "hash": { "type": "string" }, "atMs": { "type": "integer", "format": "int64" }, "signature": { "type": "string", "description": "Ed25519 as base64url" } } };
function validate2432(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.kind === void 0 && (missing0 = "kind") || data.seq === void 0 && (missing0 = "seq") || data.hash === void 0 && (missing0 = "hash") || data.atMs === void 0 && (missing0 = "atMs") || data.signature === void 0 && (missing0 = "signature")) {
        validate2432.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.kind !== void 0) {
          let data0 = data.kind;
          const _errs1 = errors;
          if (typeof data0 !== "string") {
            validate2432.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          if (!(data0 === "head" || data0 === "cut")) {
            validate2432.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/enum", keyword: "enum", params: { allowedValues: schema124.properties.kind.enum } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.seq !== void 0) {
            let data1 = data.seq;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate2432.errors = [{ instancePath: instancePath + "/seq", schemaPath: "#/properties/seq/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (!formats36.validate(data1)) {
                  validate2432.errors = [{ instancePath: instancePath + "/seq", schemaPath: "#/properties/seq/format", keyword: "format", params: { format: "int64" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.hash !== void 0) {
              const _errs5 = errors;
              if (typeof data.hash !== "string") {
                validate2432.errors = [{ instancePath: instancePath + "/hash", schemaPath: "#/properties/hash/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.atMs !== void 0) {
                let data3 = data.atMs;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                  validate2432.errors = [{ instancePath: instancePath + "/atMs", schemaPath: "#/properties/atMs/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats36.validate(data3)) {
                      validate2432.errors = [{ instancePath: instancePath + "/atMs", schemaPath: "#/properties/atMs/format", keyword: "format", params: { format: "int64" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.signature !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.signature !== "string") {
                    validate2432.errors = [{ instancePath: instancePath + "/signature", schemaPath: "#/properties/signature/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate2432.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate2432.errors = vErrors;
  return errors === 0;
}
function validate240(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID") || data.keyID === void 0 && (missing0 = "keyID") || data.publicKey === void 0 && (missing0 = "publicKey") || data.events === void 0 && (missing0 = "events") || data.heads === void 0 && (missing0 = "heads")) {
        validate240.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          let data0 = data.teamID;
          const _errs1 = errors;
          if (typeof data0 !== "string" && data0 !== null) {
            validate240.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: schema122.properties.teamID.type } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.keyID !== void 0) {
            const _errs3 = errors;
            if (typeof data.keyID !== "string") {
              validate240.errors = [{ instancePath: instancePath + "/keyID", schemaPath: "#/properties/keyID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.publicKey !== void 0) {
              const _errs5 = errors;
              if (typeof data.publicKey !== "string") {
                validate240.errors = [{ instancePath: instancePath + "/publicKey", schemaPath: "#/properties/publicKey/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.events !== void 0) {
                let data3 = data.events;
                const _errs7 = errors;
                if (errors === _errs7) {
                  if (Array.isArray(data3)) {
                    var valid1 = true;
                    const len0 = data3.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      const _errs9 = errors;
                      if (!validate241(data3[i0], { instancePath: instancePath + "/events/" + i0, parentData: data3, parentDataProperty: i0, rootData })) {
                        vErrors = vErrors === null ? validate241.errors : vErrors.concat(validate241.errors);
                        errors = vErrors.length;
                      }
                      var valid1 = _errs9 === errors;
                      if (!valid1) {
                        break;
                      }
                    }
                  } else {
                    validate240.errors = [{ instancePath: instancePath + "/events", schemaPath: "#/properties/events/type", keyword: "type", params: { type: "array" } }];
                    return false;
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.heads !== void 0) {
                  let data5 = data.heads;
                  const _errs10 = errors;
                  if (errors === _errs10) {
                    if (Array.isArray(data5)) {
                      var valid2 = true;
                      const len1 = data5.length;
                      for (let i1 = 0; i1 < len1; i1++) {
                        const _errs12 = errors;
                        if (!validate2432(data5[i1], { instancePath: instancePath + "/heads/" + i1, parentData: data5, parentDataProperty: i1, rootData })) {
                          vErrors = vErrors === null ? validate2432.errors : vErrors.concat(validate2432.errors);
                          errors = vErrors.length;
                        }
                        var valid2 = _errs12 === errors;
                        if (!valid2) {
                          break;
                        }
                      }
                    } else {
                      validate240.errors = [{ instancePath: instancePath + "/heads", schemaPath: "#/properties/heads/type", keyword: "type", params: { type: "array" } }];
                      return false;
                    }
                  }
                  var valid0 = _errs10 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.cut !== void 0) {
                    const _errs13 = errors;
                    if (!validate2432(data.cut, { instancePath: instancePath + "/cut", parentData: data, parentDataProperty: "cut", rootData })) {
                      vErrors = vErrors === null ? validate2432.errors : vErrors.concat(validate2432.errors);
                      errors = vErrors.length;
                    }
                    var valid0 = _errs13 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.lastHead !== void 0) {
                      const _errs14 = errors;
                      if (!validate2432(data.lastHead, { instancePath: instancePath + "/lastHead", parentData: data, parentDataProperty: "lastHead", rootData })) {
                        vErrors = vErrors === null ? validate2432.errors : vErrors.concat(validate2432.errors);
                        errors = vErrors.length;
                      }
                      var valid0 = _errs14 === errors;
                    } else {
                      var valid0 = true;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate240.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate240.errors = vErrors;
  return errors === 0;
}
function validate239(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate240(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate240.errors : vErrors.concat(validate240.errors);
    errors = vErrors.length;
  }
  validate239.errors = vErrors;
  return errors === 0;
}
var adminListLedgersResponse200 = validate248;
var schema125 = { "$id": "adminListLedgersResponse200", "type": "array", "items": { "type": ["string", "null"] } };
function validate248(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        let data0 = data[i0];
        const _errs1 = errors;
        if (typeof data0 !== "string" && data0 !== null) {
          validate248.errors = [{ instancePath: instancePath + "/" + i0, schemaPath: "#/items/type", keyword: "type", params: { type: schema125.items.type } }];
          return false;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate248.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate248.errors = vErrors;
  return errors === 0;
}
var adminListEventsResponse200 = validate249;
function validate250(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.timestamp === void 0 && (missing0 = "timestamp") || data.teamID === void 0 && (missing0 = "teamID") || data.kind === void 0 && (missing0 = "kind") || data.actor === void 0 && (missing0 = "actor") || data.outcome === void 0 && (missing0 = "outcome")) {
        validate250.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate250.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.timestamp !== void 0) {
            let data1 = data.timestamp;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (errors === _errs3) {
                if (typeof data1 === "string") {
                  if (!formats03.validate(data1)) {
                    validate250.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/format", keyword: "format", params: { format: "date-time" } }];
                    return false;
                  }
                } else {
                  validate250.errors = [{ instancePath: instancePath + "/timestamp", schemaPath: "#/properties/timestamp/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.teamID !== void 0) {
              let data2 = data.teamID;
              const _errs5 = errors;
              if (typeof data2 !== "string" && data2 !== null) {
                validate250.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: schema104.properties.teamID.type } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.kind !== void 0) {
                const _errs7 = errors;
                if (typeof data.kind !== "string") {
                  validate250.errors = [{ instancePath: instancePath + "/kind", schemaPath: "#/properties/kind/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.actor !== void 0) {
                  let data4 = data.actor;
                  const _errs9 = errors;
                  if (typeof data4 !== "string") {
                    validate250.errors = [{ instancePath: instancePath + "/actor", schemaPath: "#/properties/actor/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  if (!(data4 === "key" || data4 === "admin" || data4 === "system")) {
                    validate250.errors = [{ instancePath: instancePath + "/actor", schemaPath: "#/properties/actor/enum", keyword: "enum", params: { allowedValues: schema104.properties.actor.enum } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.keyID !== void 0) {
                    const _errs11 = errors;
                    if (typeof data.keyID !== "string") {
                      validate250.errors = [{ instancePath: instancePath + "/keyID", schemaPath: "#/properties/keyID/type", keyword: "type", params: { type: "string" } }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.keyName !== void 0) {
                      const _errs13 = errors;
                      if (typeof data.keyName !== "string") {
                        validate250.errors = [{ instancePath: instancePath + "/keyName", schemaPath: "#/properties/keyName/type", keyword: "type", params: { type: "string" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.sandboxID !== void 0) {
                        const _errs15 = errors;
                        if (typeof data.sandboxID !== "string") {
                          validate250.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.subject !== void 0) {
                          const _errs17 = errors;
                          if (typeof data.subject !== "string") {
                            validate250.errors = [{ instancePath: instancePath + "/subject", schemaPath: "#/properties/subject/type", keyword: "type", params: { type: "string" } }];
                            return false;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.outcome !== void 0) {
                            let data9 = data.outcome;
                            const _errs19 = errors;
                            if (typeof data9 !== "string") {
                              validate250.errors = [{ instancePath: instancePath + "/outcome", schemaPath: "#/properties/outcome/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                            if (!(data9 === "done" || data9 === "refused" || data9 === "failed")) {
                              validate250.errors = [{ instancePath: instancePath + "/outcome", schemaPath: "#/properties/outcome/enum", keyword: "enum", params: { allowedValues: schema104.properties.outcome.enum } }];
                              return false;
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.status !== void 0) {
                              let data10 = data.status;
                              const _errs21 = errors;
                              if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
                                validate250.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "integer" } }];
                                return false;
                              }
                              var valid0 = _errs21 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.reason !== void 0) {
                                const _errs23 = errors;
                                if (typeof data.reason !== "string") {
                                  validate250.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: "string" } }];
                                  return false;
                                }
                                var valid0 = _errs23 === errors;
                              } else {
                                var valid0 = true;
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate250.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate250.errors = vErrors;
  return errors === 0;
}
function validate249(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate250(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate250.errors : vErrors.concat(validate250.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate249.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate249.errors = vErrors;
  return errors === 0;
}
var adminListTeamsResponse200 = validate2522;
var schema130 = { "type": "object", "description": "Null means no limit.", "properties": { "runningSandboxes": { "type": ["integer", "null"], "format": "int32", "minimum": 0 }, "cpus": { "type": ["integer", "null"], "format": "int32", "minimum": 0, "description": "Of its running sandboxes" }, "memoryMB": { "type": ["integer", "null"], "format": "int32", "minimum": 0, "description": "Of its running sandboxes" }, "diskMB": { "type": ["integer", "null"], "format": "int32", "minimum": 0, "description": "Of its sandboxes, paused ones too, and its snapshots" }, "requestsPerMinute": { "type": ["integer", "null"], "format": "int32", "minimum": 1, "description": "On each route" } } };
function validate254(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.runningSandboxes !== void 0) {
        let data0 = data.runningSandboxes;
        const _errs1 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0)) && data0 !== null) {
          validate254.errors = [{ instancePath: instancePath + "/runningSandboxes", schemaPath: "#/properties/runningSandboxes/type", keyword: "type", params: { type: schema130.properties.runningSandboxes.type } }];
          return false;
        }
        if (errors === _errs1) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 < 0 || isNaN(data0)) {
              validate254.errors = [{ instancePath: instancePath + "/runningSandboxes", schemaPath: "#/properties/runningSandboxes/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
              return false;
            } else {
              if (!formats4.validate(data0)) {
                validate254.errors = [{ instancePath: instancePath + "/runningSandboxes", schemaPath: "#/properties/runningSandboxes/format", keyword: "format", params: { format: "int32" } }];
                return false;
              }
            }
          }
        }
        var valid0 = _errs1 === errors;
      } else {
        var valid0 = true;
      }
      if (valid0) {
        if (data.cpus !== void 0) {
          let data1 = data.cpus;
          const _errs3 = errors;
          if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1)) && data1 !== null) {
            validate254.errors = [{ instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/type", keyword: "type", params: { type: schema130.properties.cpus.type } }];
            return false;
          }
          if (errors === _errs3) {
            if (typeof data1 == "number" && isFinite(data1)) {
              if (data1 < 0 || isNaN(data1)) {
                validate254.errors = [{ instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                return false;
              } else {
                if (!formats4.validate(data1)) {
                  validate254.errors = [{ instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/format", keyword: "format", params: { format: "int32" } }];
                  return false;
                }
              }
            }
          }
          var valid0 = _errs3 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.memoryMB !== void 0) {
            let data2 = data.memoryMB;
            const _errs5 = errors;
            if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2)) && data2 !== null) {
              validate254.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/type", keyword: "type", params: { type: schema130.properties.memoryMB.type } }];
              return false;
            }
            if (errors === _errs5) {
              if (typeof data2 == "number" && isFinite(data2)) {
                if (data2 < 0 || isNaN(data2)) {
                  validate254.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                  return false;
                } else {
                  if (!formats4.validate(data2)) {
                    validate254.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/format", keyword: "format", params: { format: "int32" } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs5 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.diskMB !== void 0) {
              let data3 = data.diskMB;
              const _errs7 = errors;
              if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3)) && data3 !== null) {
                validate254.errors = [{ instancePath: instancePath + "/diskMB", schemaPath: "#/properties/diskMB/type", keyword: "type", params: { type: schema130.properties.diskMB.type } }];
                return false;
              }
              if (errors === _errs7) {
                if (typeof data3 == "number" && isFinite(data3)) {
                  if (data3 < 0 || isNaN(data3)) {
                    validate254.errors = [{ instancePath: instancePath + "/diskMB", schemaPath: "#/properties/diskMB/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                    return false;
                  } else {
                    if (!formats4.validate(data3)) {
                      validate254.errors = [{ instancePath: instancePath + "/diskMB", schemaPath: "#/properties/diskMB/format", keyword: "format", params: { format: "int32" } }];
                      return false;
                    }
                  }
                }
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.requestsPerMinute !== void 0) {
                let data4 = data.requestsPerMinute;
                const _errs9 = errors;
                if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4)) && data4 !== null) {
                  validate254.errors = [{ instancePath: instancePath + "/requestsPerMinute", schemaPath: "#/properties/requestsPerMinute/type", keyword: "type", params: { type: schema130.properties.requestsPerMinute.type } }];
                  return false;
                }
                if (errors === _errs9) {
                  if (typeof data4 == "number" && isFinite(data4)) {
                    if (data4 < 1 || isNaN(data4)) {
                      validate254.errors = [{ instancePath: instancePath + "/requestsPerMinute", schemaPath: "#/properties/requestsPerMinute/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
                      return false;
                    } else {
                      if (!formats4.validate(data4)) {
                        validate254.errors = [{ instancePath: instancePath + "/requestsPerMinute", schemaPath: "#/properties/requestsPerMinute/format", keyword: "format", params: { format: "int32" } }];
                        return false;
                      }
                    }
                  }
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate254.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate254.errors = vErrors;
  return errors === 0;
}
function validate256(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.runningSandboxes === void 0 && (missing0 = "runningSandboxes") || data.cpus === void 0 && (missing0 = "cpus") || data.memoryMB === void 0 && (missing0 = "memoryMB") || data.diskMB === void 0 && (missing0 = "diskMB")) {
        validate256.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.runningSandboxes !== void 0) {
          let data0 = data.runningSandboxes;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate256.errors = [{ instancePath: instancePath + "/runningSandboxes", schemaPath: "#/properties/runningSandboxes/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.cpus !== void 0) {
            let data1 = data.cpus;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate256.errors = [{ instancePath: instancePath + "/cpus", schemaPath: "#/properties/cpus/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.memoryMB !== void 0) {
              let data2 = data.memoryMB;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate256.errors = [{ instancePath: instancePath + "/memoryMB", schemaPath: "#/properties/memoryMB/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.diskMB !== void 0) {
                let data3 = data.diskMB;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                  validate256.errors = [{ instancePath: instancePath + "/diskMB", schemaPath: "#/properties/diskMB/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate256.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate256.errors = vErrors;
  return errors === 0;
}
function validate2532(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID") || data.slug === void 0 && (missing0 = "slug") || data.name === void 0 && (missing0 = "name") || data.limits === void 0 && (missing0 = "limits") || data.usage === void 0 && (missing0 = "usage")) {
        validate2532.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          const _errs1 = errors;
          if (typeof data.teamID !== "string") {
            validate2532.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.slug !== void 0) {
            const _errs3 = errors;
            if (typeof data.slug !== "string") {
              validate2532.errors = [{ instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.name !== void 0) {
              const _errs5 = errors;
              if (typeof data.name !== "string") {
                validate2532.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.limits !== void 0) {
                const _errs7 = errors;
                if (!validate254(data.limits, { instancePath: instancePath + "/limits", parentData: data, parentDataProperty: "limits", rootData })) {
                  vErrors = vErrors === null ? validate254.errors : vErrors.concat(validate254.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.usage !== void 0) {
                  const _errs8 = errors;
                  if (!validate256(data.usage, { instancePath: instancePath + "/usage", parentData: data, parentDataProperty: "usage", rootData })) {
                    vErrors = vErrors === null ? validate256.errors : vErrors.concat(validate256.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate2532.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate2532.errors = vErrors;
  return errors === 0;
}
function validate2522(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate2532(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate2532.errors : vErrors.concat(validate2532.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate2522.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate2522.errors = vErrors;
  return errors === 0;
}
var isCreatedAdminTeam = validate259;
function validate261(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID") || data.slug === void 0 && (missing0 = "slug") || data.name === void 0 && (missing0 = "name") || data.limits === void 0 && (missing0 = "limits") || data.usage === void 0 && (missing0 = "usage")) {
        validate261.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          const _errs1 = errors;
          if (typeof data.teamID !== "string") {
            validate261.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.slug !== void 0) {
            const _errs3 = errors;
            if (typeof data.slug !== "string") {
              validate261.errors = [{ instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.name !== void 0) {
              const _errs5 = errors;
              if (typeof data.name !== "string") {
                validate261.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.limits !== void 0) {
                const _errs7 = errors;
                if (!validate254(data.limits, { instancePath: instancePath + "/limits", parentData: data, parentDataProperty: "limits", rootData })) {
                  vErrors = vErrors === null ? validate254.errors : vErrors.concat(validate254.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.usage !== void 0) {
                  const _errs8 = errors;
                  if (!validate256(data.usage, { instancePath: instancePath + "/usage", parentData: data, parentDataProperty: "usage", rootData })) {
                    vErrors = vErrors === null ? validate256.errors : vErrors.concat(validate256.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate261.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate261.errors = vErrors;
  return errors === 0;
}
function validate265(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate1792(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate1792.errors : vErrors.concat(validate1792.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing0;
        if (data.key === void 0 && (missing0 = "key")) {
          validate265.errors = [{ instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: missing0 } }];
          return false;
        } else {
          if (data.key !== void 0) {
            if (typeof data.key !== "string") {
              validate265.errors = [{ instancePath: instancePath + "/key", schemaPath: "#/allOf/1/properties/key/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
          }
        }
      } else {
        validate265.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate265.errors = vErrors;
  return errors === 0;
}
function validate260(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate261(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate261.errors : vErrors.concat(validate261.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing0;
        if (data.apiKey === void 0 && (missing0 = "apiKey")) {
          validate260.errors = [{ instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: missing0 } }];
          return false;
        } else {
          if (data.apiKey !== void 0) {
            if (!validate265(data.apiKey, { instancePath: instancePath + "/apiKey", parentData: data, parentDataProperty: "apiKey", rootData })) {
              vErrors = vErrors === null ? validate265.errors : vErrors.concat(validate265.errors);
              errors = vErrors.length;
            }
          }
        }
      } else {
        validate260.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate260.errors = vErrors;
  return errors === 0;
}
function validate259(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate260(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate260.errors : vErrors.concat(validate260.errors);
    errors = vErrors.length;
  }
  validate259.errors = vErrors;
  return errors === 0;
}
var isAdminTeam = validate269;
function validate270(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.teamID === void 0 && (missing0 = "teamID") || data.slug === void 0 && (missing0 = "slug") || data.name === void 0 && (missing0 = "name") || data.limits === void 0 && (missing0 = "limits") || data.usage === void 0 && (missing0 = "usage")) {
        validate270.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.teamID !== void 0) {
          const _errs1 = errors;
          if (typeof data.teamID !== "string") {
            validate270.errors = [{ instancePath: instancePath + "/teamID", schemaPath: "#/properties/teamID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.slug !== void 0) {
            const _errs3 = errors;
            if (typeof data.slug !== "string") {
              validate270.errors = [{ instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.name !== void 0) {
              const _errs5 = errors;
              if (typeof data.name !== "string") {
                validate270.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.limits !== void 0) {
                const _errs7 = errors;
                if (!validate254(data.limits, { instancePath: instancePath + "/limits", parentData: data, parentDataProperty: "limits", rootData })) {
                  vErrors = vErrors === null ? validate254.errors : vErrors.concat(validate254.errors);
                  errors = vErrors.length;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.usage !== void 0) {
                  const _errs8 = errors;
                  if (!validate256(data.usage, { instancePath: instancePath + "/usage", parentData: data, parentDataProperty: "usage", rootData })) {
                    vErrors = vErrors === null ? validate256.errors : vErrors.concat(validate256.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs8 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate270.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate270.errors = vErrors;
  return errors === 0;
}
function validate269(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate270(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate270.errors : vErrors.concat(validate270.errors);
    errors = vErrors.length;
  }
  validate269.errors = vErrors;
  return errors === 0;
}
var adminKillSandboxesResponse200 = validate274;
function validate274(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.killedCount === void 0 && (missing0 = "killedCount") || data.failedCount === void 0 && (missing0 = "failedCount")) {
        validate274.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.killedCount !== void 0) {
          let data0 = data.killedCount;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate274.errors = [{ instancePath: instancePath + "/killedCount", schemaPath: "#/properties/killedCount/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.failedCount !== void 0) {
            let data1 = data.failedCount;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate274.errors = [{ instancePath: instancePath + "/failedCount", schemaPath: "#/properties/failedCount/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate274.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate274.errors = vErrors;
  return errors === 0;
}
var adminCancelBuildsResponse200 = validate275;
function validate275(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.cancelledCount === void 0 && (missing0 = "cancelledCount") || data.failedCount === void 0 && (missing0 = "failedCount")) {
        validate275.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.cancelledCount !== void 0) {
          let data0 = data.cancelledCount;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate275.errors = [{ instancePath: instancePath + "/cancelledCount", schemaPath: "#/properties/cancelledCount/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.failedCount !== void 0) {
            let data1 = data.failedCount;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate275.errors = [{ instancePath: instancePath + "/failedCount", schemaPath: "#/properties/failedCount/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate275.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate275.errors = vErrors;
  return errors === 0;
}
var adminCountRunningResponse200 = validate276;
function validate276(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      for (const key0 in data) {
        let data0 = data[key0];
        const _errs2 = errors;
        if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
          validate276.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "integer" } }];
          return false;
        }
        if (errors === _errs2) {
          if (typeof data0 == "number" && isFinite(data0)) {
            if (data0 < 1 || isNaN(data0)) {
              validate276.errors = [{ instancePath: instancePath + "/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 } }];
              return false;
            }
          }
        }
        var valid0 = _errs2 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate276.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate276.errors = vErrors;
  return errors === 0;
}
var adminListNodesResponse200 = validate277;
function validate280(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.cpuFamily === void 0 && (missing0 = "cpuFamily") || data.cpuModel === void 0 && (missing0 = "cpuModel") || data.cpuModelName === void 0 && (missing0 = "cpuModelName") || data.cpuArchitecture === void 0 && (missing0 = "cpuArchitecture")) {
        validate280.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.cpuFamily !== void 0) {
          const _errs1 = errors;
          if (typeof data.cpuFamily !== "string") {
            validate280.errors = [{ instancePath: instancePath + "/cpuFamily", schemaPath: "#/properties/cpuFamily/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.cpuModel !== void 0) {
            const _errs3 = errors;
            if (typeof data.cpuModel !== "string") {
              validate280.errors = [{ instancePath: instancePath + "/cpuModel", schemaPath: "#/properties/cpuModel/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.cpuModelName !== void 0) {
              const _errs5 = errors;
              if (typeof data.cpuModelName !== "string") {
                validate280.errors = [{ instancePath: instancePath + "/cpuModelName", schemaPath: "#/properties/cpuModelName/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.cpuArchitecture !== void 0) {
                const _errs7 = errors;
                if (typeof data.cpuArchitecture !== "string") {
                  validate280.errors = [{ instancePath: instancePath + "/cpuArchitecture", schemaPath: "#/properties/cpuArchitecture/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate280.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate280.errors = vErrors;
  return errors === 0;
}
var schema145 = { "type": "string", "enum": ["ready", "draining", "connecting", "unhealthy", "standby"], "description": "Sandboxes are started on a ready node only. A standby node keeps its pool; draining and unhealthy nodes empty it." };
function validate2822(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (typeof data !== "string") {
    validate2822.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" } }];
    return false;
  }
  if (!(data === "ready" || data === "draining" || data === "connecting" || data === "unhealthy" || data === "standby")) {
    validate2822.errors = [{ instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema145.enum } }];
    return false;
  }
  validate2822.errors = vErrors;
  return errors === 0;
}
function validate285(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.mountPoint === void 0 && (missing0 = "mountPoint") || data.device === void 0 && (missing0 = "device") || data.filesystemType === void 0 && (missing0 = "filesystemType") || data.usedBytes === void 0 && (missing0 = "usedBytes") || data.totalBytes === void 0 && (missing0 = "totalBytes")) {
        validate285.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.mountPoint !== void 0) {
          const _errs1 = errors;
          if (typeof data.mountPoint !== "string") {
            validate285.errors = [{ instancePath: instancePath + "/mountPoint", schemaPath: "#/properties/mountPoint/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.device !== void 0) {
            const _errs3 = errors;
            if (typeof data.device !== "string") {
              validate285.errors = [{ instancePath: instancePath + "/device", schemaPath: "#/properties/device/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.filesystemType !== void 0) {
              const _errs5 = errors;
              if (typeof data.filesystemType !== "string") {
                validate285.errors = [{ instancePath: instancePath + "/filesystemType", schemaPath: "#/properties/filesystemType/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.usedBytes !== void 0) {
                let data3 = data.usedBytes;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                  validate285.errors = [{ instancePath: instancePath + "/usedBytes", schemaPath: "#/properties/usedBytes/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats36.validate(data3)) {
                      validate285.errors = [{ instancePath: instancePath + "/usedBytes", schemaPath: "#/properties/usedBytes/format", keyword: "format", params: { format: "int64" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.totalBytes !== void 0) {
                  let data4 = data.totalBytes;
                  const _errs9 = errors;
                  if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                    validate285.errors = [{ instancePath: instancePath + "/totalBytes", schemaPath: "#/properties/totalBytes/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                  if (errors === _errs9) {
                    if (typeof data4 == "number" && isFinite(data4)) {
                      if (!formats36.validate(data4)) {
                        validate285.errors = [{ instancePath: instancePath + "/totalBytes", schemaPath: "#/properties/totalBytes/format", keyword: "format", params: { format: "int64" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate285.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate285.errors = vErrors;
  return errors === 0;
}
function validate284(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.allocatedCPU === void 0 && (missing0 = "allocatedCPU") || data.cpuPercent === void 0 && (missing0 = "cpuPercent") || data.cpuCount === void 0 && (missing0 = "cpuCount") || data.allocatedMemoryBytes === void 0 && (missing0 = "allocatedMemoryBytes") || data.memoryUsedBytes === void 0 && (missing0 = "memoryUsedBytes") || data.memoryTotalBytes === void 0 && (missing0 = "memoryTotalBytes") || data.hugePagesTotal === void 0 && (missing0 = "hugePagesTotal") || data.hugePagesUsed === void 0 && (missing0 = "hugePagesUsed") || data.hugePagesReserved === void 0 && (missing0 = "hugePagesReserved") || data.hugePageSizeBytes === void 0 && (missing0 = "hugePageSizeBytes") || data.disks === void 0 && (missing0 = "disks")) {
        validate284.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.allocatedCPU !== void 0) {
          let data0 = data.allocatedCPU;
          const _errs1 = errors;
          if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
            validate284.errors = [{ instancePath: instancePath + "/allocatedCPU", schemaPath: "#/properties/allocatedCPU/type", keyword: "type", params: { type: "integer" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.cpuPercent !== void 0) {
            let data1 = data.cpuPercent;
            const _errs3 = errors;
            if (!(typeof data1 == "number" && (!(data1 % 1) && !isNaN(data1)) && isFinite(data1))) {
              validate284.errors = [{ instancePath: instancePath + "/cpuPercent", schemaPath: "#/properties/cpuPercent/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
            if (errors === _errs3) {
              if (typeof data1 == "number" && isFinite(data1)) {
                if (data1 > 100 || isNaN(data1)) {
                  validate284.errors = [{ instancePath: instancePath + "/cpuPercent", schemaPath: "#/properties/cpuPercent/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 } }];
                  return false;
                } else {
                  if (data1 < 0 || isNaN(data1)) {
                    validate284.errors = [{ instancePath: instancePath + "/cpuPercent", schemaPath: "#/properties/cpuPercent/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 } }];
                    return false;
                  }
                }
              }
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.cpuCount !== void 0) {
              let data2 = data.cpuCount;
              const _errs5 = errors;
              if (!(typeof data2 == "number" && (!(data2 % 1) && !isNaN(data2)) && isFinite(data2))) {
                validate284.errors = [{ instancePath: instancePath + "/cpuCount", schemaPath: "#/properties/cpuCount/type", keyword: "type", params: { type: "integer" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.allocatedMemoryBytes !== void 0) {
                let data3 = data.allocatedMemoryBytes;
                const _errs7 = errors;
                if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                  validate284.errors = [{ instancePath: instancePath + "/allocatedMemoryBytes", schemaPath: "#/properties/allocatedMemoryBytes/type", keyword: "type", params: { type: "integer" } }];
                  return false;
                }
                if (errors === _errs7) {
                  if (typeof data3 == "number" && isFinite(data3)) {
                    if (!formats36.validate(data3)) {
                      validate284.errors = [{ instancePath: instancePath + "/allocatedMemoryBytes", schemaPath: "#/properties/allocatedMemoryBytes/format", keyword: "format", params: { format: "int64" } }];
                      return false;
                    }
                  }
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.memoryUsedBytes !== void 0) {
                  let data4 = data.memoryUsedBytes;
                  const _errs9 = errors;
                  if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                    validate284.errors = [{ instancePath: instancePath + "/memoryUsedBytes", schemaPath: "#/properties/memoryUsedBytes/type", keyword: "type", params: { type: "integer" } }];
                    return false;
                  }
                  if (errors === _errs9) {
                    if (typeof data4 == "number" && isFinite(data4)) {
                      if (!formats36.validate(data4)) {
                        validate284.errors = [{ instancePath: instancePath + "/memoryUsedBytes", schemaPath: "#/properties/memoryUsedBytes/format", keyword: "format", params: { format: "int64" } }];
                        return false;
                      }
                    }
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.memoryTotalBytes !== void 0) {
                    let data5 = data.memoryTotalBytes;
                    const _errs11 = errors;
                    if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
                      validate284.errors = [{ instancePath: instancePath + "/memoryTotalBytes", schemaPath: "#/properties/memoryTotalBytes/type", keyword: "type", params: { type: "integer" } }];
                      return false;
                    }
                    if (errors === _errs11) {
                      if (typeof data5 == "number" && isFinite(data5)) {
                        if (!formats36.validate(data5)) {
                          validate284.errors = [{ instancePath: instancePath + "/memoryTotalBytes", schemaPath: "#/properties/memoryTotalBytes/format", keyword: "format", params: { format: "int64" } }];
                          return false;
                        }
                      }
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.hugePagesTotal !== void 0) {
                      let data6 = data.hugePagesTotal;
                      const _errs13 = errors;
                      if (!(typeof data6 == "number" && (!(data6 % 1) && !isNaN(data6)) && isFinite(data6))) {
                        validate284.errors = [{ instancePath: instancePath + "/hugePagesTotal", schemaPath: "#/properties/hugePagesTotal/type", keyword: "type", params: { type: "integer" } }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.hugePagesUsed !== void 0) {
                        let data7 = data.hugePagesUsed;
                        const _errs15 = errors;
                        if (!(typeof data7 == "number" && (!(data7 % 1) && !isNaN(data7)) && isFinite(data7))) {
                          validate284.errors = [{ instancePath: instancePath + "/hugePagesUsed", schemaPath: "#/properties/hugePagesUsed/type", keyword: "type", params: { type: "integer" } }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.hugePagesReserved !== void 0) {
                          let data8 = data.hugePagesReserved;
                          const _errs17 = errors;
                          if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8))) {
                            validate284.errors = [{ instancePath: instancePath + "/hugePagesReserved", schemaPath: "#/properties/hugePagesReserved/type", keyword: "type", params: { type: "integer" } }];
                            return false;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.hugePageSizeBytes !== void 0) {
                            let data9 = data.hugePageSizeBytes;
                            const _errs19 = errors;
                            if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
                              validate284.errors = [{ instancePath: instancePath + "/hugePageSizeBytes", schemaPath: "#/properties/hugePageSizeBytes/type", keyword: "type", params: { type: "integer" } }];
                              return false;
                            }
                            if (errors === _errs19) {
                              if (typeof data9 == "number" && isFinite(data9)) {
                                if (!formats36.validate(data9)) {
                                  validate284.errors = [{ instancePath: instancePath + "/hugePageSizeBytes", schemaPath: "#/properties/hugePageSizeBytes/format", keyword: "format", params: { format: "int64" } }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs19 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.disks !== void 0) {
                              let data10 = data.disks;
                              const _errs21 = errors;
                              if (errors === _errs21) {
                                if (Array.isArray(data10)) {
                                  var valid1 = true;
                                  const len0 = data10.length;
                                  for (let i0 = 0; i0 < len0; i0++) {
                                    const _errs23 = errors;
                                    if (!validate285(data10[i0], { instancePath: instancePath + "/disks/" + i0, parentData: data10, parentDataProperty: i0, rootData })) {
                                      vErrors = vErrors === null ? validate285.errors : vErrors.concat(validate285.errors);
                                      errors = vErrors.length;
                                    }
                                    var valid1 = _errs23 === errors;
                                    if (!valid1) {
                                      break;
                                    }
                                  }
                                } else {
                                  validate284.errors = [{ instancePath: instancePath + "/disks", schemaPath: "#/properties/disks/type", keyword: "type", params: { type: "array" } }];
                                  return false;
                                }
                              }
                              var valid0 = _errs21 === errors;
                            } else {
                              var valid0 = true;
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate284.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate284.errors = vErrors;
  return errors === 0;
}
function validate279(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.serviceInstanceID === void 0 && (missing0 = "serviceInstanceID") || data.clusterID === void 0 && (missing0 = "clusterID") || data.version === void 0 && (missing0 = "version") || data.commit === void 0 && (missing0 = "commit") || data.machineInfo === void 0 && (missing0 = "machineInfo") || data.status === void 0 && (missing0 = "status") || data.statusChangedAt === void 0 && (missing0 = "statusChangedAt") || data.sandboxCount === void 0 && (missing0 = "sandboxCount") || data.createSuccesses === void 0 && (missing0 = "createSuccesses") || data.createFails === void 0 && (missing0 = "createFails") || data.metrics === void 0 && (missing0 = "metrics")) {
        validate279.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.id !== void 0) {
          const _errs1 = errors;
          if (typeof data.id !== "string") {
            validate279.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.serviceInstanceID !== void 0) {
            const _errs3 = errors;
            if (typeof data.serviceInstanceID !== "string") {
              validate279.errors = [{ instancePath: instancePath + "/serviceInstanceID", schemaPath: "#/properties/serviceInstanceID/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.clusterID !== void 0) {
              let data2 = data.clusterID;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (errors === _errs5) {
                  if (typeof data2 === "string") {
                    if (!formats108.test(data2)) {
                      validate279.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/format", keyword: "format", params: { format: "uuid" } }];
                      return false;
                    }
                  } else {
                    validate279.errors = [{ instancePath: instancePath + "/clusterID", schemaPath: "#/properties/clusterID/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.version !== void 0) {
                const _errs7 = errors;
                if (typeof data.version !== "string") {
                  validate279.errors = [{ instancePath: instancePath + "/version", schemaPath: "#/properties/version/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.commit !== void 0) {
                  const _errs9 = errors;
                  if (typeof data.commit !== "string") {
                    validate279.errors = [{ instancePath: instancePath + "/commit", schemaPath: "#/properties/commit/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.machineInfo !== void 0) {
                    const _errs11 = errors;
                    if (!validate280(data.machineInfo, { instancePath: instancePath + "/machineInfo", parentData: data, parentDataProperty: "machineInfo", rootData })) {
                      vErrors = vErrors === null ? validate280.errors : vErrors.concat(validate280.errors);
                      errors = vErrors.length;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.status !== void 0) {
                      const _errs12 = errors;
                      if (!validate2822(data.status, { instancePath: instancePath + "/status", parentData: data, parentDataProperty: "status", rootData })) {
                        vErrors = vErrors === null ? validate2822.errors : vErrors.concat(validate2822.errors);
                        errors = vErrors.length;
                      }
                      var valid0 = _errs12 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.statusChangedAt !== void 0) {
                        let data7 = data.statusChangedAt;
                        const _errs13 = errors;
                        if (errors === _errs13) {
                          if (errors === _errs13) {
                            if (typeof data7 === "string") {
                              if (!formats03.validate(data7)) {
                                validate279.errors = [{ instancePath: instancePath + "/statusChangedAt", schemaPath: "#/properties/statusChangedAt/format", keyword: "format", params: { format: "date-time" } }];
                                return false;
                              }
                            } else {
                              validate279.errors = [{ instancePath: instancePath + "/statusChangedAt", schemaPath: "#/properties/statusChangedAt/type", keyword: "type", params: { type: "string" } }];
                              return false;
                            }
                          }
                        }
                        var valid0 = _errs13 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.sandboxCount !== void 0) {
                          let data8 = data.sandboxCount;
                          const _errs15 = errors;
                          if (!(typeof data8 == "number" && (!(data8 % 1) && !isNaN(data8)) && isFinite(data8))) {
                            validate279.errors = [{ instancePath: instancePath + "/sandboxCount", schemaPath: "#/properties/sandboxCount/type", keyword: "type", params: { type: "integer" } }];
                            return false;
                          }
                          var valid0 = _errs15 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.createSuccesses !== void 0) {
                            let data9 = data.createSuccesses;
                            const _errs17 = errors;
                            if (!(typeof data9 == "number" && (!(data9 % 1) && !isNaN(data9)) && isFinite(data9))) {
                              validate279.errors = [{ instancePath: instancePath + "/createSuccesses", schemaPath: "#/properties/createSuccesses/type", keyword: "type", params: { type: "integer" } }];
                              return false;
                            }
                            var valid0 = _errs17 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.createFails !== void 0) {
                              let data10 = data.createFails;
                              const _errs19 = errors;
                              if (!(typeof data10 == "number" && (!(data10 % 1) && !isNaN(data10)) && isFinite(data10))) {
                                validate279.errors = [{ instancePath: instancePath + "/createFails", schemaPath: "#/properties/createFails/type", keyword: "type", params: { type: "integer" } }];
                                return false;
                              }
                              var valid0 = _errs19 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.metrics !== void 0) {
                                const _errs21 = errors;
                                if (!validate284(data.metrics, { instancePath: instancePath + "/metrics", parentData: data, parentDataProperty: "metrics", rootData })) {
                                  vErrors = vErrors === null ? validate284.errors : vErrors.concat(validate284.errors);
                                  errors = vErrors.length;
                                }
                                var valid0 = _errs21 === errors;
                              } else {
                                var valid0 = true;
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate279.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate279.errors = vErrors;
  return errors === 0;
}
function validate278(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate279(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate279.errors : vErrors.concat(validate279.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing0;
        if (data.sandboxStartingCount === void 0 && (missing0 = "sandboxStartingCount")) {
          validate278.errors = [{ instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: missing0 } }];
          return false;
        } else {
          if (data.sandboxStartingCount !== void 0) {
            let data0 = data.sandboxStartingCount;
            if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
              validate278.errors = [{ instancePath: instancePath + "/sandboxStartingCount", schemaPath: "#/allOf/1/properties/sandboxStartingCount/type", keyword: "type", params: { type: "integer" } }];
              return false;
            }
          }
        }
      } else {
        validate278.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate278.errors = vErrors;
  return errors === 0;
}
function validate277(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (Array.isArray(data)) {
      var valid0 = true;
      const len0 = data.length;
      for (let i0 = 0; i0 < len0; i0++) {
        const _errs1 = errors;
        if (!validate278(data[i0], { instancePath: instancePath + "/" + i0, parentData: data, parentDataProperty: i0, rootData })) {
          vErrors = vErrors === null ? validate278.errors : vErrors.concat(validate278.errors);
          errors = vErrors.length;
        }
        var valid0 = _errs1 === errors;
        if (!valid0) {
          break;
        }
      }
    } else {
      validate277.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" } }];
      return false;
    }
  }
  validate277.errors = vErrors;
  return errors === 0;
}
var isNodeDetail = validate290;
function validate291(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  const _errs0 = errors;
  if (!validate279(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate279.errors : vErrors.concat(validate279.errors);
    errors = vErrors.length;
  }
  var valid0 = _errs0 === errors;
  if (valid0) {
    const _errs1 = errors;
    if (errors === _errs1) {
      if (data && typeof data == "object" && !Array.isArray(data)) {
        let missing0;
        if (data.cachedBuilds === void 0 && (missing0 = "cachedBuilds")) {
          validate291.errors = [{ instancePath, schemaPath: "#/allOf/1/required", keyword: "required", params: { missingProperty: missing0 } }];
          return false;
        } else {
          if (data.cachedBuilds !== void 0) {
            let data0 = data.cachedBuilds;
            const _errs3 = errors;
            if (errors === _errs3) {
              if (Array.isArray(data0)) {
                var valid2 = true;
                const len0 = data0.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  const _errs5 = errors;
                  if (typeof data0[i0] !== "string") {
                    validate291.errors = [{ instancePath: instancePath + "/cachedBuilds/" + i0, schemaPath: "#/allOf/1/properties/cachedBuilds/items/type", keyword: "type", params: { type: "string" } }];
                    return false;
                  }
                  var valid2 = _errs5 === errors;
                  if (!valid2) {
                    break;
                  }
                }
              } else {
                validate291.errors = [{ instancePath: instancePath + "/cachedBuilds", schemaPath: "#/allOf/1/properties/cachedBuilds/type", keyword: "type", params: { type: "array" } }];
                return false;
              }
            }
          }
        }
      } else {
        validate291.errors = [{ instancePath, schemaPath: "#/allOf/1/type", keyword: "type", params: { type: "object" } }];
        return false;
      }
    }
    var valid0 = _errs1 === errors;
  }
  validate291.errors = vErrors;
  return errors === 0;
}
function validate290(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate291(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate291.errors : vErrors.concat(validate291.errors);
    errors = vErrors.length;
  }
  validate290.errors = vErrors;
  return errors === 0;
}
var isMovedSandboxes = validate294;
var schema151 = { "type": "object", "required": ["sandboxes", "nextAfter"], "properties": { "sandboxes": { "type": "array", "items": { "$ref": "control#/$defs/MovedSandbox" } }, "nextAfter": { "type": ["string", "null"], "description": "Null when there are no more" } } };
var schema152 = { "type": "object", "required": ["sandboxID", "outcome"], "properties": { "sandboxID": { "type": "string" }, "outcome": { "type": "string", "enum": ["moved", "paused", "ended", "waiting", "failed"], "description": "`moved`: it runs on `nodeID`. `paused`: it is in the object store, and `reason` says why it does not run. `waiting`: something else is done with it at the moment; move again later. `failed`: it goes on running where it was." }, "nodeID": { "type": "string" }, "reason": { "type": "string" } } };
function validate296(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxID === void 0 && (missing0 = "sandboxID") || data.outcome === void 0 && (missing0 = "outcome")) {
        validate296.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxID !== void 0) {
          const _errs1 = errors;
          if (typeof data.sandboxID !== "string") {
            validate296.errors = [{ instancePath: instancePath + "/sandboxID", schemaPath: "#/properties/sandboxID/type", keyword: "type", params: { type: "string" } }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.outcome !== void 0) {
            let data1 = data.outcome;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              validate296.errors = [{ instancePath: instancePath + "/outcome", schemaPath: "#/properties/outcome/type", keyword: "type", params: { type: "string" } }];
              return false;
            }
            if (!(data1 === "moved" || data1 === "paused" || data1 === "ended" || data1 === "waiting" || data1 === "failed")) {
              validate296.errors = [{ instancePath: instancePath + "/outcome", schemaPath: "#/properties/outcome/enum", keyword: "enum", params: { allowedValues: schema152.properties.outcome.enum } }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.nodeID !== void 0) {
              const _errs5 = errors;
              if (typeof data.nodeID !== "string") {
                validate296.errors = [{ instancePath: instancePath + "/nodeID", schemaPath: "#/properties/nodeID/type", keyword: "type", params: { type: "string" } }];
                return false;
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.reason !== void 0) {
                const _errs7 = errors;
                if (typeof data.reason !== "string") {
                  validate296.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: "string" } }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
            }
          }
        }
      }
    } else {
      validate296.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate296.errors = vErrors;
  return errors === 0;
}
function validate295(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.sandboxes === void 0 && (missing0 = "sandboxes") || data.nextAfter === void 0 && (missing0 = "nextAfter")) {
        validate295.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 } }];
        return false;
      } else {
        if (data.sandboxes !== void 0) {
          let data0 = data.sandboxes;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs3 = errors;
                if (!validate296(data0[i0], { instancePath: instancePath + "/sandboxes/" + i0, parentData: data0, parentDataProperty: i0, rootData })) {
                  vErrors = vErrors === null ? validate296.errors : vErrors.concat(validate296.errors);
                  errors = vErrors.length;
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate295.errors = [{ instancePath: instancePath + "/sandboxes", schemaPath: "#/properties/sandboxes/type", keyword: "type", params: { type: "array" } }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.nextAfter !== void 0) {
            let data2 = data.nextAfter;
            const _errs4 = errors;
            if (typeof data2 !== "string" && data2 !== null) {
              validate295.errors = [{ instancePath: instancePath + "/nextAfter", schemaPath: "#/properties/nextAfter/type", keyword: "type", params: { type: schema151.properties.nextAfter.type } }];
              return false;
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate295.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } }];
      return false;
    }
  }
  validate295.errors = vErrors;
  return errors === 0;
}
function validate294(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (!validate295(data, { instancePath, parentData, parentDataProperty, rootData })) {
    vErrors = vErrors === null ? validate295.errors : vErrors.concat(validate295.errors);
    errors = vErrors.length;
  }
  validate294.errors = vErrors;
  return errors === 0;
}

// <stdin>
var operations = {
  getHealth: {
    id: "getHealth",
    method: "GET",
    url: "/health",
    isPublic: true,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getHealthParams,
    query: getHealthQuery,
    body: null,
    responses: { 200: null, 503: null }
  },
  getOpenApi: {
    id: "getOpenApi",
    method: "GET",
    url: "/openapi.json",
    isPublic: true,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getOpenApiParams,
    query: getOpenApiQuery,
    body: null,
    responses: { 200: getOpenApiResponse200 }
  },
  getDocs: {
    id: "getDocs",
    method: "GET",
    url: "/docs",
    isPublic: true,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getDocsParams,
    query: getDocsQuery,
    body: null,
    responses: { 200: null }
  },
  listSandboxesV1: {
    id: "listSandboxesV1",
    method: "GET",
    url: "/sandboxes",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listSandboxesV1Params,
    query: listSandboxesV1Query,
    body: null,
    responses: { 200: listSandboxesV1Response200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError }
  },
  createSandbox: {
    id: "createSandbox",
    method: "POST",
    url: "/sandboxes",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: createSandboxParams,
    query: createSandboxQuery,
    body: createSandboxBody,
    responses: { 201: isSandbox, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listSandboxes: {
    id: "listSandboxes",
    method: "GET",
    url: "/v2/sandboxes",
    isPublic: false,
    isAdmin: false,
    listQueries: ["state"],
    bodyUse: "none",
    params: listSandboxesParams,
    query: listSandboxesQuery,
    body: null,
    responses: { 200: listSandboxesResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError }
  },
  createSandboxV2: {
    id: "createSandboxV2",
    method: "POST",
    url: "/v2/sandboxes",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: createSandboxV2Params,
    query: createSandboxV2Query,
    body: createSandboxV2Body,
    responses: { 201: isSandbox, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  getSandbox: {
    id: "getSandbox",
    method: "GET",
    url: "/sandboxes/:sandboxID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getSandboxParams,
    query: getSandboxQuery,
    body: null,
    responses: { 200: isSandboxDetail, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError }
  },
  killSandbox: {
    id: "killSandbox",
    method: "DELETE",
    url: "/sandboxes/:sandboxID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: killSandboxParams,
    query: killSandboxQuery,
    body: null,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  setSandboxTimeout: {
    id: "setSandboxTimeout",
    method: "POST",
    url: "/sandboxes/:sandboxID/timeout",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "optional",
    params: setSandboxTimeoutParams,
    query: setSandboxTimeoutQuery,
    body: setSandboxTimeoutBody,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  setSandboxNetwork: {
    id: "setSandboxNetwork",
    method: "PUT",
    url: "/sandboxes/:sandboxID/network",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: setSandboxNetworkParams,
    query: setSandboxNetworkQuery,
    body: setSandboxNetworkBody,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  refreshSandbox: {
    id: "refreshSandbox",
    method: "POST",
    url: "/sandboxes/:sandboxID/refreshes",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "optional",
    params: refreshSandboxParams,
    query: refreshSandboxQuery,
    body: refreshSandboxBody,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  connectSandbox: {
    id: "connectSandbox",
    method: "POST",
    url: "/sandboxes/:sandboxID/connect",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: connectSandboxParams,
    query: connectSandboxQuery,
    body: connectSandboxBody,
    responses: { 200: isSandbox, 201: isSandbox, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  connectSandboxV2: {
    id: "connectSandboxV2",
    method: "POST",
    url: "/v2/sandboxes/:sandboxID/connect",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "optional",
    params: connectSandboxV2Params,
    query: connectSandboxV2Query,
    body: connectSandboxV2Body,
    responses: { 200: isSandbox, 201: isSandbox, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  pauseSandbox: {
    id: "pauseSandbox",
    method: "POST",
    url: "/sandboxes/:sandboxID/pause",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "optional",
    params: pauseSandboxParams,
    query: pauseSandboxQuery,
    body: pauseSandboxBody,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError, 507: isError }
  },
  resumeSandbox: {
    id: "resumeSandbox",
    method: "POST",
    url: "/sandboxes/:sandboxID/resume",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "optional",
    params: resumeSandboxParams,
    query: resumeSandboxQuery,
    body: resumeSandboxBody,
    responses: { 201: isSandbox, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  forkSandbox: {
    id: "forkSandbox",
    method: "POST",
    url: "/sandboxes/:sandboxID/fork",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "optional",
    params: forkSandboxParams,
    query: forkSandboxQuery,
    body: forkSandboxBody,
    responses: { 201: forkSandboxResponse201, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError, 507: isError }
  },
  createSnapshot: {
    id: "createSnapshot",
    method: "POST",
    url: "/sandboxes/:sandboxID/snapshots",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: createSnapshotParams,
    query: createSnapshotQuery,
    body: createSnapshotBody,
    responses: { 201: isSnapshotInfo, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError, 507: isError }
  },
  listSnapshots: {
    id: "listSnapshots",
    method: "GET",
    url: "/snapshots",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listSnapshotsParams,
    query: listSnapshotsQuery,
    body: null,
    responses: { 200: listSnapshotsResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError }
  },
  requestBuild: {
    id: "requestBuild",
    method: "POST",
    url: "/v3/templates",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: requestBuildParams,
    query: requestBuildQuery,
    body: requestBuildBody,
    responses: { 202: isRequestedBuild, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  startBuild: {
    id: "startBuild",
    method: "POST",
    url: "/v2/templates/:templateID/builds/:buildID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: startBuildParams,
    query: startBuildQuery,
    body: startBuildBody,
    responses: { 202: null, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  getUploadLink: {
    id: "getUploadLink",
    method: "GET",
    url: "/templates/:templateID/files/:hash",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getUploadLinkParams,
    query: getUploadLinkQuery,
    body: null,
    responses: { 201: isUploadLink, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError }
  },
  getBuildStatus: {
    id: "getBuildStatus",
    method: "GET",
    url: "/templates/:templateID/builds/:buildID/status",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getBuildStatusParams,
    query: getBuildStatusQuery,
    body: null,
    responses: { 200: isTemplateBuildInfo, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError }
  },
  getBuildLogs: {
    id: "getBuildLogs",
    method: "GET",
    url: "/templates/:templateID/builds/:buildID/logs",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getBuildLogsParams,
    query: getBuildLogsQuery,
    body: null,
    responses: { 200: isTemplateBuildLogsResponse, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError }
  },
  getTemplateByAlias: {
    id: "getTemplateByAlias",
    method: "GET",
    url: "/templates/aliases/:alias",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getTemplateByAliasParams,
    query: getTemplateByAliasQuery,
    body: null,
    responses: { 200: isTemplateAlias, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError }
  },
  listTemplatesV1: {
    id: "listTemplatesV1",
    method: "GET",
    url: "/templates",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listTemplatesV1Params,
    query: listTemplatesV1Query,
    body: null,
    responses: { 200: listTemplatesV1Response200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError }
  },
  listTemplates: {
    id: "listTemplates",
    method: "GET",
    url: "/v2/templates",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listTemplatesParams,
    query: listTemplatesQuery,
    body: null,
    responses: { 200: listTemplatesResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError }
  },
  updateTemplate: {
    id: "updateTemplate",
    method: "PATCH",
    url: "/v2/templates/:templateID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: updateTemplateParams,
    query: updateTemplateQuery,
    body: updateTemplateBody,
    responses: { 200: updateTemplateResponse200, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  assignTags: {
    id: "assignTags",
    method: "POST",
    url: "/templates/tags",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: assignTagsParams,
    query: assignTagsQuery,
    body: assignTagsBody,
    responses: { 201: assignTagsResponse201, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  removeTags: {
    id: "removeTags",
    method: "DELETE",
    url: "/templates/tags",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: removeTagsParams,
    query: removeTagsQuery,
    body: removeTagsBody,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  listTags: {
    id: "listTags",
    method: "GET",
    url: "/templates/:templateID/tags",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listTagsParams,
    query: listTagsQuery,
    body: null,
    responses: { 200: listTagsResponse200, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError }
  },
  getTemplate: {
    id: "getTemplate",
    method: "GET",
    url: "/templates/:templateID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getTemplateParams,
    query: getTemplateQuery,
    body: null,
    responses: { 200: isTemplateWithBuilds, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError }
  },
  updateTemplateV1: {
    id: "updateTemplateV1",
    method: "PATCH",
    url: "/templates/:templateID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: updateTemplateV1Params,
    query: updateTemplateV1Query,
    body: updateTemplateV1Body,
    responses: { 200: updateTemplateV1Response200, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  deleteTemplate: {
    id: "deleteTemplate",
    method: "DELETE",
    url: "/templates/:templateID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: deleteTemplateParams,
    query: deleteTemplateQuery,
    body: null,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  getJwks: {
    id: "getJwks",
    method: "GET",
    url: "/.well-known/jwks.json",
    isPublic: true,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getJwksParams,
    query: getJwksQuery,
    body: null,
    responses: { 200: getJwksResponse200 }
  },
  listSecrets: {
    id: "listSecrets",
    method: "GET",
    url: "/secrets",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listSecretsParams,
    query: listSecretsQuery,
    body: null,
    responses: { 200: listSecretsResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  createSecret: {
    id: "createSecret",
    method: "POST",
    url: "/secrets",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: createSecretParams,
    query: createSecretQuery,
    body: createSecretBody,
    responses: { 201: isSecret, 400: isError, 401: isError, 403: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  getSecret: {
    id: "getSecret",
    method: "GET",
    url: "/secrets/:secretID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getSecretParams,
    query: getSecretQuery,
    body: null,
    responses: { 200: isSecret, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  updateSecret: {
    id: "updateSecret",
    method: "POST",
    url: "/secrets/:secretID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: updateSecretParams,
    query: updateSecretQuery,
    body: updateSecretBody,
    responses: { 200: isSecret, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  deleteSecret: {
    id: "deleteSecret",
    method: "DELETE",
    url: "/secrets/:secretID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: deleteSecretParams,
    query: deleteSecretQuery,
    body: null,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listVolumes: {
    id: "listVolumes",
    method: "GET",
    url: "/volumes",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listVolumesParams,
    query: listVolumesQuery,
    body: null,
    responses: { 200: listVolumesResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  createVolume: {
    id: "createVolume",
    method: "POST",
    url: "/volumes",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: createVolumeParams,
    query: createVolumeQuery,
    body: createVolumeBody,
    responses: { 201: isVolume, 400: isError, 401: isError, 403: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError, 507: isError }
  },
  getVolume: {
    id: "getVolume",
    method: "GET",
    url: "/volumes/:volumeID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getVolumeParams,
    query: getVolumeQuery,
    body: null,
    responses: { 200: isVolume, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  deleteVolume: {
    id: "deleteVolume",
    method: "DELETE",
    url: "/volumes/:volumeID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: deleteVolumeParams,
    query: deleteVolumeQuery,
    body: null,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 409: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  getSandboxLogsV2: {
    id: "getSandboxLogsV2",
    method: "GET",
    url: "/v2/sandboxes/:sandboxID/logs",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getSandboxLogsV2Params,
    query: getSandboxLogsV2Query,
    body: null,
    responses: { 200: isSandboxLogsV2Response, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  getSandboxLogs: {
    id: "getSandboxLogs",
    method: "GET",
    url: "/sandboxes/:sandboxID/logs",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getSandboxLogsParams,
    query: getSandboxLogsQuery,
    body: null,
    responses: { 200: isSandboxLogs, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listApiKeys: {
    id: "listApiKeys",
    method: "GET",
    url: "/api-keys",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listApiKeysParams,
    query: listApiKeysQuery,
    body: null,
    responses: { 200: listApiKeysResponse200, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError }
  },
  createApiKey: {
    id: "createApiKey",
    method: "POST",
    url: "/api-keys",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: createApiKeyParams,
    query: createApiKeyQuery,
    body: createApiKeyBody,
    responses: { 201: isCreatedTeamAPIKey, 400: isError, 401: isError, 403: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  renameApiKey: {
    id: "renameApiKey",
    method: "PATCH",
    url: "/api-keys/:apiKeyID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: renameApiKeyParams,
    query: renameApiKeyQuery,
    body: renameApiKeyBody,
    responses: { 200: isTeamAPIKey, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  deleteApiKey: {
    id: "deleteApiKey",
    method: "DELETE",
    url: "/api-keys/:apiKeyID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: deleteApiKeyParams,
    query: deleteApiKeyQuery,
    body: null,
    responses: { 204: null, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError }
  },
  getSandboxMetrics: {
    id: "getSandboxMetrics",
    method: "GET",
    url: "/sandboxes/:sandboxID/metrics",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getSandboxMetricsParams,
    query: getSandboxMetricsQuery,
    body: null,
    responses: { 200: getSandboxMetricsResponse200, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  getSandboxesMetrics: {
    id: "getSandboxesMetrics",
    method: "GET",
    url: "/sandboxes/metrics",
    isPublic: false,
    isAdmin: false,
    listQueries: ["sandbox_ids"],
    bodyUse: "none",
    params: getSandboxesMetricsParams,
    query: getSandboxesMetricsQuery,
    body: null,
    responses: { 200: isSandboxesWithMetrics, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listTeams: {
    id: "listTeams",
    method: "GET",
    url: "/teams",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listTeamsParams,
    query: listTeamsQuery,
    body: null,
    responses: { 200: listTeamsResponse200, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError }
  },
  getTeamMetrics: {
    id: "getTeamMetrics",
    method: "GET",
    url: "/teams/:teamID/metrics",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getTeamMetricsParams,
    query: getTeamMetricsQuery,
    body: null,
    responses: { 200: getTeamMetricsResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  getMaxTeamMetric: {
    id: "getMaxTeamMetric",
    method: "GET",
    url: "/teams/:teamID/metrics/max",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getMaxTeamMetricParams,
    query: getMaxTeamMetricQuery,
    body: null,
    responses: { 200: isMaxTeamMetric, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listEvents: {
    id: "listEvents",
    method: "GET",
    url: "/events",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listEventsParams,
    query: listEventsQuery,
    body: null,
    responses: { 200: listEventsResponse200, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listSandboxEvents: {
    id: "listSandboxEvents",
    method: "GET",
    url: "/events/sandboxes",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listSandboxEventsParams,
    query: listSandboxEventsQuery,
    body: null,
    responses: { 200: listSandboxEventsResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listEventsOfSandbox: {
    id: "listEventsOfSandbox",
    method: "GET",
    url: "/events/sandboxes/:sandboxID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listEventsOfSandboxParams,
    query: listEventsOfSandboxQuery,
    body: null,
    responses: { 200: listEventsOfSandboxResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listWebhooks: {
    id: "listWebhooks",
    method: "GET",
    url: "/events/webhooks",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listWebhooksParams,
    query: listWebhooksQuery,
    body: null,
    responses: { 200: listWebhooksResponse200, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  createWebhook: {
    id: "createWebhook",
    method: "POST",
    url: "/events/webhooks",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: createWebhookParams,
    query: createWebhookQuery,
    body: createWebhookBody,
    responses: { 201: isWebhook, 400: isError, 401: isError, 403: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  getWebhook: {
    id: "getWebhook",
    method: "GET",
    url: "/events/webhooks/:webhookID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: getWebhookParams,
    query: getWebhookQuery,
    body: null,
    responses: { 200: isWebhook, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  updateWebhook: {
    id: "updateWebhook",
    method: "PATCH",
    url: "/events/webhooks/:webhookID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "required",
    params: updateWebhookParams,
    query: updateWebhookQuery,
    body: updateWebhookBody,
    responses: { 200: isWebhook, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  deleteWebhook: {
    id: "deleteWebhook",
    method: "DELETE",
    url: "/events/webhooks/:webhookID",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: deleteWebhookParams,
    query: deleteWebhookQuery,
    body: null,
    responses: { 200: null, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  testWebhook: {
    id: "testWebhook",
    method: "POST",
    url: "/events/webhooks/:webhookID/test",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: testWebhookParams,
    query: testWebhookQuery,
    body: null,
    responses: { 200: isWebhookTest, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  listDeliveries: {
    id: "listDeliveries",
    method: "GET",
    url: "/events/webhooks/:webhookID/deliveries",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: listDeliveriesParams,
    query: listDeliveriesQuery,
    body: null,
    responses: { 200: listDeliveriesResponse200, 400: isError, 401: isError, 403: isError, 404: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  redeliver: {
    id: "redeliver",
    method: "POST",
    url: "/events/webhooks/:webhookID/deliveries/:deliveryID/redeliver",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: redeliverParams,
    query: redeliverQuery,
    body: null,
    responses: { 200: isDelivery, 400: isError, 401: isError, 403: isError, 404: isError, 413: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  readLedger: {
    id: "readLedger",
    method: "GET",
    url: "/events/ledger",
    isPublic: false,
    isAdmin: false,
    listQueries: [],
    bodyUse: "none",
    params: readLedgerParams,
    query: readLedgerQuery,
    body: null,
    responses: { 200: isLedgerPage, 400: isError, 401: isError, 403: isError, 429: isError, 500: isError, 503: isError, 504: isError }
  },
  adminReadLedger: {
    id: "adminReadLedger",
    method: "GET",
    url: "/admin/events/ledger",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminReadLedgerParams,
    query: adminReadLedgerQuery,
    body: null,
    responses: { 200: isLedgerPage, 400: isError, 401: isError, 500: isError, 503: isError, 504: isError }
  },
  adminListLedgers: {
    id: "adminListLedgers",
    method: "GET",
    url: "/admin/events/ledgers",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminListLedgersParams,
    query: adminListLedgersQuery,
    body: null,
    responses: { 200: adminListLedgersResponse200, 400: isError, 401: isError, 500: isError, 503: isError, 504: isError }
  },
  adminListEvents: {
    id: "adminListEvents",
    method: "GET",
    url: "/admin/events",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminListEventsParams,
    query: adminListEventsQuery,
    body: null,
    responses: { 200: adminListEventsResponse200, 400: isError, 401: isError, 500: isError, 503: isError }
  },
  adminListTeams: {
    id: "adminListTeams",
    method: "GET",
    url: "/admin/teams",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminListTeamsParams,
    query: adminListTeamsQuery,
    body: null,
    responses: { 200: adminListTeamsResponse200, 401: isError, 500: isError, 503: isError }
  },
  adminCreateTeam: {
    id: "adminCreateTeam",
    method: "POST",
    url: "/admin/teams",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "required",
    params: adminCreateTeamParams,
    query: adminCreateTeamQuery,
    body: adminCreateTeamBody,
    responses: { 201: isCreatedAdminTeam, 400: isError, 401: isError, 409: isError, 413: isError, 500: isError, 503: isError }
  },
  adminSetTeamLimits: {
    id: "adminSetTeamLimits",
    method: "PATCH",
    url: "/admin/teams/:teamID",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "required",
    params: adminSetTeamLimitsParams,
    query: adminSetTeamLimitsQuery,
    body: adminSetTeamLimitsBody,
    responses: { 200: isAdminTeam, 400: isError, 401: isError, 404: isError, 413: isError, 500: isError, 503: isError }
  },
  adminCreateApiKey: {
    id: "adminCreateApiKey",
    method: "POST",
    url: "/admin/teams/:teamID/api-keys",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "required",
    params: adminCreateApiKeyParams,
    query: adminCreateApiKeyQuery,
    body: adminCreateApiKeyBody,
    responses: { 201: isCreatedTeamAPIKey, 400: isError, 401: isError, 404: isError, 413: isError, 500: isError, 503: isError }
  },
  adminDeleteApiKey: {
    id: "adminDeleteApiKey",
    method: "DELETE",
    url: "/admin/teams/:teamID/api-keys/:apiKeyID",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminDeleteApiKeyParams,
    query: adminDeleteApiKeyQuery,
    body: null,
    responses: { 204: null, 400: isError, 401: isError, 404: isError, 413: isError, 500: isError, 503: isError }
  },
  adminKillSandboxes: {
    id: "adminKillSandboxes",
    method: "POST",
    url: "/admin/teams/:teamID/sandboxes/kill",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminKillSandboxesParams,
    query: adminKillSandboxesQuery,
    body: null,
    responses: { 200: adminKillSandboxesResponse200, 400: isError, 401: isError, 404: isError, 413: isError, 500: isError, 503: isError }
  },
  adminCancelBuilds: {
    id: "adminCancelBuilds",
    method: "POST",
    url: "/admin/teams/:teamID/builds/cancel",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminCancelBuildsParams,
    query: adminCancelBuildsQuery,
    body: null,
    responses: { 200: adminCancelBuildsResponse200, 400: isError, 401: isError, 404: isError, 413: isError, 500: isError, 503: isError }
  },
  adminCountRunning: {
    id: "adminCountRunning",
    method: "GET",
    url: "/admin/sandboxes/running-counts",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminCountRunningParams,
    query: adminCountRunningQuery,
    body: null,
    responses: { 200: adminCountRunningResponse200, 401: isError, 500: isError, 503: isError }
  },
  adminListNodes: {
    id: "adminListNodes",
    method: "GET",
    url: "/nodes",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminListNodesParams,
    query: adminListNodesQuery,
    body: null,
    responses: { 200: adminListNodesResponse200, 400: isError, 401: isError, 500: isError, 503: isError }
  },
  adminGetNode: {
    id: "adminGetNode",
    method: "GET",
    url: "/nodes/:nodeID",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminGetNodeParams,
    query: adminGetNodeQuery,
    body: null,
    responses: { 200: isNodeDetail, 400: isError, 401: isError, 404: isError, 500: isError, 503: isError }
  },
  adminSetNodeStatus: {
    id: "adminSetNodeStatus",
    method: "POST",
    url: "/nodes/:nodeID",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "required",
    params: adminSetNodeStatusParams,
    query: adminSetNodeStatusQuery,
    body: adminSetNodeStatusBody,
    responses: { 204: null, 400: isError, 401: isError, 404: isError, 409: isError, 413: isError, 500: isError, 503: isError, 504: isError }
  },
  adminRemoveNode: {
    id: "adminRemoveNode",
    method: "DELETE",
    url: "/nodes/:nodeID",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminRemoveNodeParams,
    query: adminRemoveNodeQuery,
    body: null,
    responses: { 204: null, 400: isError, 401: isError, 404: isError, 409: isError, 413: isError, 500: isError, 503: isError, 504: isError }
  },
  adminMoveSandboxes: {
    id: "adminMoveSandboxes",
    method: "POST",
    url: "/nodes/:nodeID/move",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminMoveSandboxesParams,
    query: adminMoveSandboxesQuery,
    body: null,
    responses: { 200: isMovedSandboxes, 400: isError, 401: isError, 404: isError, 409: isError, 413: isError, 500: isError, 503: isError, 504: isError }
  },
  adminLoseNode: {
    id: "adminLoseNode",
    method: "POST",
    url: "/nodes/:nodeID/lost",
    isPublic: false,
    isAdmin: true,
    listQueries: [],
    bodyUse: "none",
    params: adminLoseNodeParams,
    query: adminLoseNodeQuery,
    body: null,
    responses: { 204: null, 400: isError, 401: isError, 404: isError, 409: isError, 413: isError, 500: isError, 503: isError, 504: isError }
  }
};
export {
  operations
};
