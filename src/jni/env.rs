//! The JVM's function table, as far as the natives need it.

use std::ffi::CStr;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use ::jni::sys::{
    _jobject, JNIEnv, JNINativeInterface__1_2, JNINativeMethod, jarray, jbyte, jbyteArray, jclass, jint,
    jintArray, jlong, jlongArray, jobject, jobjectArray, jsize, jstring,
};

use super::pack;
use crate::identity::Identity;
use crate::reason::Code;
use crate::relational::{Short, Sink, TableName};
use crate::text::any_byte;

/// As many UTF-16 units are read onto the stack. Longer texts go to the heap.
const ON_STACK: usize = 512;

/// As many units are narrowed together; the compiler makes vector instructions of it.
const CHUNK: usize = 16;

/// `java.lang.String`, found once when the library is loaded. Each class loader has a library of its own.
static STRING_CLASS: AtomicPtr<_jobject> = AtomicPtr::new(ptr::null_mut());

/// The interface of the calling thread, good for one native call.
#[derive(Clone, Copy)]
pub(super) struct Env<'call> {
    raw: *mut JNIEnv,
    call: PhantomData<&'call ()>,
}

/// The room that Java brought along for an answer.
#[derive(Clone, Copy)]
pub(super) struct Room {
    array: jbyteArray,
    size: usize,
}

impl Room {
    /// A Java array of so many bytes; null is of none.
    pub(super) fn new(array: jbyteArray, size: jint) -> Self {
        let size = if array.is_null() { 0 } else { size };
        Room {
            array,
            size: usize::try_from(size).unwrap_or_default(),
        }
    }
}

impl Env<'_> {
    /// The interface behind this pointer.
    ///
    /// # Safety
    ///
    /// `raw` is what the JVM handed to the native that runs, which lasts as long as the result.
    pub(super) unsafe fn new(raw: *mut JNIEnv) -> Self {
        Env {
            raw,
            call: PhantomData,
        }
    }

    fn table(&self) -> &JNINativeInterface__1_2 {
        // SAFETY: `new` was promised a valid interface, and every JVM since 1.2 has these functions.
        unsafe { &(**self.raw).v1_2 }
    }

    /// Finds the classes that natives need, and keeps them. False where that failed.
    pub(super) fn cache_classes(&self) -> bool {
        // SAFETY: the name is a C string; NewGlobalRef takes what FindClass gave, null included.
        let class = unsafe {
            let local = (self.table().FindClass)(self.raw, c"java/lang/String".as_ptr());
            (self.table().NewGlobalRef)(self.raw, local)
        };
        STRING_CLASS.store(class, Ordering::Release);
        !class.is_null()
    }

    /// Gives the kept classes back.
    pub(super) fn forget_classes(&self) {
        let class = STRING_CLASS.swap(ptr::null_mut(), Ordering::AcqRel);
        // SAFETY: a global reference of ours, or null, which DeleteGlobalRef ignores.
        unsafe { (self.table().DeleteGlobalRef)(self.raw, class) };
    }

    /// Binds natives to a class. False, with a Java exception pending, where that failed.
    pub(super) fn register(&self, class: &CStr, methods: &[JNINativeMethod]) -> bool {
        let Ok(count) = jsize::try_from(methods.len()) else {
            return false;
        };
        // SAFETY: the class name is a C string; every method has C strings and a function of that signature.
        unsafe {
            let class = (self.table().FindClass)(self.raw, class.as_ptr());
            !class.is_null() && (self.table().RegisterNatives)(self.raw, class, methods.as_ptr(), count) == 0
        }
    }

    /// Lends the UTF-16 units of a Java string, which is not null and has this length.
    #[inline]
    fn with_units<R>(&self, string: jstring, length: usize, body: impl FnOnce(&[u16]) -> R) -> R {
        if length <= ON_STACK {
            let mut buffer = [MaybeUninit::<u16>::uninit(); ON_STACK];
            body(self.read(string, &mut buffer[..length]))
        } else {
            let mut buffer = vec![MaybeUninit::<u16>::uninit(); length];
            body(self.read(string, &mut buffer))
        }
    }

    #[inline]
    fn read<'b>(&self, string: jstring, buffer: &'b mut [MaybeUninit<u16>]) -> &'b [u16] {
        // A Java string has less than 2^31 units.
        let length = buffer.len() as jsize;
        // SAFETY: `string` is a live string of at least `length` units, as the caller says, and the buffer has
        // room for as many. GetStringRegion fills all of it.
        unsafe {
            (self.table().GetStringRegion)(self.raw, string, 0, length, buffer.as_mut_ptr().cast());
            std::slice::from_raw_parts(buffer.as_ptr().cast(), buffer.len())
        }
    }

    /// Lends the text of a Java string, which is not null and has this length; nothing for a lone surrogate.
    #[inline]
    pub(super) fn with_text<R>(
        &self,
        string: jstring,
        length: jint,
        body: impl FnOnce(Option<&str>) -> R,
    ) -> R {
        let length = usize::try_from(length).unwrap_or_default();
        self.with_units(string, length, |units| as_text(units, body))
    }

    /// Lends the first bytes of a Java array, which has as many; none where they are too many for the stack.
    #[inline]
    pub(super) fn with_bytes<R>(&self, array: jbyteArray, count: jint, body: impl FnOnce(&[u8]) -> R) -> R {
        let mut buffer = [MaybeUninit::<u8>::uninit(); ON_STACK];
        let fits = usize::try_from(count).ok().filter(|count| *count <= ON_STACK);
        let count = fits.unwrap_or_default();
        // SAFETY: a live array of at least `count` bytes, as the caller says, and the buffer has room for as many.
        // GetByteArrayRegion fills all of it.
        body(unsafe {
            (self.table().GetByteArrayRegion)(self.raw, array, 0, count as jsize, buffer.as_mut_ptr().cast());
            std::slice::from_raw_parts(buffer.as_ptr().cast(), count)
        })
    }

    /// The text of a Java string, which is not null, from its bytes in ISO 8859-1, or in another encoding that has `?`
    /// for what it lacks; nothing where they do not tell.
    pub(super) fn exactly<'b>(&self, bytes: &'b [u8], string: jstring) -> Option<&'b str> {
        if any_byte(bytes, |byte| (byte >= 0x80) | (byte == b'?')) {
            let at = memchr::memchr(b'?', bytes)?;
            // With a single one, each character before it in the string takes one unit.
            let single = bytes.is_ascii() && !any_byte(&bytes[at + 1..], |byte| byte == b'?');
            if !single || self.unit(string, at) != u16::from(b'?') {
                return None;
            }
        }
        if bytes.is_empty() {
            return None;
        }
        // SAFETY: ASCII is UTF-8.
        Some(unsafe { std::str::from_utf8_unchecked(bytes) })
    }

    /// The unit at an index of a Java string, which is not null and has it.
    fn unit(&self, string: jstring, at: usize) -> u16 {
        let mut unit = 0;
        // SAFETY: a live string with this index, as the caller says, and room for one unit.
        unsafe { (self.table().GetStringRegion)(self.raw, string, at as jsize, 1, &raw mut unit) };
        unit
    }

    /// The length of a Java string, which is not null.
    pub(super) fn length_of(&self, string: jstring) -> jint {
        // SAFETY: a live string, as the caller says.
        unsafe { (self.table().GetStringLength)(self.raw, string) }
    }

    /// Writes an identity into the room that Java brought along, and answers how to read it, or how much room it
    /// needs.
    pub(super) fn put(&self, identity: &Identity, room: Room) -> jlong {
        let namespace = identity.namespace.len();
        let size = namespace + identity.name.len();
        if room.size < size {
            return pack::needs(size);
        }
        self.write(room.array, 0, identity.namespace.as_bytes());
        self.write(room.array, namespace, identity.name.as_bytes());
        pack::in_room(identity)
    }

    /// The same with the name of a table that was not put together yet.
    pub(super) fn put_table(&self, table: &TableName<'_>, room: Room) -> jlong {
        if table.room() <= Short::ROOM {
            let mut text = Short::new();
            let namespace = write_table(table, &mut text, |text| text.as_bytes().len());
            self.put_ascii(text.as_bytes(), namespace, room)
        } else {
            let mut text = Vec::with_capacity(table.room());
            let namespace = write_table(table, &mut text, |text| text.len());
            self.put_ascii(&text, namespace, room)
        }
    }

    /// The same with the text of both, of which so many bytes are the namespace.
    #[inline]
    fn put_ascii(&self, text: &[u8], namespace: usize, room: Room) -> jlong {
        if room.size < text.len() {
            return pack::needs(text.len());
        }
        self.write(room.array, 0, text);
        pack::ascii_in_room(namespace, text.len() - namespace)
    }

    /// The text of a Java string; nothing for null.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidUnicode`] for a lone surrogate.
    pub(super) fn text(&self, string: jstring) -> Result<Option<String>, Code> {
        if string.is_null() {
            return Ok(None);
        }
        let length = usize::try_from(self.length_of(string)).unwrap_or_default();
        self.with_units(string, length, |units| {
            String::from_utf16(units)
                .map(Some)
                .map_err(|_| Code::InvalidUnicode)
        })
    }

    /// The texts of a Java array of strings, which has at least `N` of them.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidUnicode`] for a lone surrogate in any, [`Code::NullArgument`] without an array of `N`.
    pub(super) fn texts<const N: usize>(&self, array: jobjectArray) -> Result<[Option<String>; N], Code> {
        let mut texts = [const { None }; N];
        if self.length(array) < N {
            return Err(Code::NullArgument);
        }
        for (at, text) in texts.iter_mut().enumerate() {
            let string = self.element(array, at);
            *text = self.text(string)?;
            self.drop_local(string);
        }
        Ok(texts)
    }

    /// The first numbers of a Java array that has as many.
    pub(super) fn ints(&self, array: jintArray, count: usize) -> Vec<jint> {
        let mut ints = vec![0; count];
        // SAFETY: a live array, and `ints` has room for as many. Where the array is too short, the JVM throws and
        // writes nothing.
        unsafe {
            (self.table().GetIntArrayRegion)(self.raw, array, 0, count as jsize, ints.as_mut_ptr());
        }
        ints
    }

    /// The first bytes of a Java array that has as many.
    pub(super) fn bytes(&self, array: jbyteArray, count: usize) -> Vec<u8> {
        let mut bytes = vec![0_u8; count];
        // SAFETY: as for `ints`.
        unsafe {
            (self.table().GetByteArrayRegion)(self.raw, array, 0, count as jsize, bytes.as_mut_ptr().cast());
        }
        bytes
    }

    /// Writes to the beginning of a Java array that has room for as many.
    pub(super) fn write_longs(&self, array: jlongArray, longs: &[jlong]) {
        // SAFETY: as for `write`.
        unsafe {
            (self.table().SetLongArrayRegion)(self.raw, array, 0, longs.len() as jsize, longs.as_ptr());
        }
    }

    /// The keys and values that stand in turns in a Java array of strings; none for null, and empty text for a null
    /// in it.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidUnicode`] for a lone surrogate in any.
    pub(super) fn all_pairs(&self, array: jobjectArray) -> Result<Vec<(String, String)>, Code> {
        let text = |at| {
            let string = self.element(array, at);
            let text = self.text(string);
            self.drop_local(string);
            Ok(text?.unwrap_or_default())
        };
        (0..self.length(array) / 2)
            .map(|pair| Ok((text(2 * pair)?, text(2 * pair + 1)?)))
            .collect()
    }

    /// How many elements an array has; none for null.
    fn length(&self, array: jarray) -> usize {
        if array.is_null() {
            return 0;
        }
        // SAFETY: a live array, as the signature of every native says where it takes one.
        let length = unsafe { (self.table().GetArrayLength)(self.raw, array) };
        usize::try_from(length).unwrap_or_default()
    }

    /// The element of an array at an index that it has.
    fn element(&self, array: jobjectArray, at: usize) -> jobject {
        // SAFETY: a live array with an element at this index, as the caller says.
        unsafe { (self.table().GetObjectArrayElement)(self.raw, array, at as jsize) }
    }

    /// Gives a local reference back before the native ends, so that loops do not pile them up.
    fn drop_local(&self, reference: jobject) {
        // SAFETY: a local reference of this call that nothing uses any more, or null.
        unsafe { (self.table().DeleteLocalRef)(self.raw, reference) };
    }

    /// Writes bytes to the beginning of a Java array that has room for them.
    fn write(&self, array: jbyteArray, at: usize, bytes: &[u8]) {
        let length = bytes.len() as jsize;
        // SAFETY: a live array, and `bytes` are as many readable bytes. Where the array were too short, the JVM
        // would throw and write nothing.
        unsafe {
            (self.table().SetByteArrayRegion)(
                self.raw,
                array,
                at as jsize,
                length,
                bytes.as_ptr().cast::<jbyte>(),
            );
        }
    }

    /// A Java string of this text; null, with an `OutOfMemoryError` pending, where there is no room for it.
    pub(super) fn new_string(&self, text: &str) -> jstring {
        let units: Vec<u16> = text.encode_utf16().collect();
        let Ok(length) = jsize::try_from(units.len()) else {
            return ptr::null_mut();
        };
        // SAFETY: `units` are as many readable units.
        unsafe { (self.table().NewString)(self.raw, units.as_ptr(), length) }
    }

    /// A Java array of these texts, with null for nothing; null where there is no room for it.
    pub(super) fn new_strings(&self, texts: &[Option<&str>]) -> jobjectArray {
        let class: jclass = STRING_CLASS.load(Ordering::Acquire);
        // SAFETY: the class is a live global reference since the library was loaded.
        let array =
            unsafe { (self.table().NewObjectArray)(self.raw, texts.len() as jsize, class, ptr::null_mut()) };
        if array.is_null() {
            return array;
        }
        for (at, text) in texts.iter().enumerate() {
            let Some(text) = text else { continue };
            let string = self.new_string(text);
            if string.is_null() {
                return ptr::null_mut();
            }
            // SAFETY: the array is live and has this index; the string is live.
            unsafe { (self.table().SetObjectArrayElement)(self.raw, array, at as jsize, string) };
            self.drop_local(string);
        }
        array
    }

    /// A resolution as Java reads it: namespace, name, the code and the message of the reason, then warnings; then,
    /// where there are aliases, null and the namespace and name of each.
    pub(super) fn new_resolution(&self, resolution: &crate::Resolution) -> jobjectArray {
        let mut texts = match &resolution.identity {
            Ok(identity) => vec![
                Some(identity.namespace.as_str()),
                Some(identity.name.as_str()),
                None,
                None,
            ],
            Err(reason) => vec![
                None,
                None,
                Some(reason.code.text()),
                Some(reason.message.as_ref()),
            ],
        };
        texts.extend(resolution.warnings.iter().map(|warning| Some(warning.text())));
        if !resolution.aliases.is_empty() {
            texts.push(None);
            let aliases = resolution.aliases.iter();
            texts.extend(aliases.flat_map(|alias| [Some(&*alias.namespace), Some(&*alias.name)]));
        }
        self.new_strings(&texts)
    }
}

/// Writes namespace and name of a table, and answers how long the namespace is.
#[inline]
fn write_table<S: Sink>(table: &TableName<'_>, out: &mut S, length: impl FnOnce(&S) -> usize) -> usize {
    table.write_namespace(out);
    let namespace = length(out);
    table.write_name(out);
    namespace
}

/// Lends the text of UTF-16 units; nothing for a lone surrogate.
#[inline]
fn as_text<R>(units: &[u16], body: impl FnOnce(Option<&str>) -> R) -> R {
    let mut buffer = [MaybeUninit::<u8>::uninit(); ON_STACK];
    match narrow(units, &mut buffer) {
        Some(text) => body(Some(text)),
        None => body(String::from_utf16(units).ok().as_deref()),
    }
}

/// The text of units that are all ASCII and fit into the buffer.
#[inline]
fn narrow<'b>(units: &[u16], buffer: &'b mut [MaybeUninit<u8>; ON_STACK]) -> Option<&'b str> {
    let bytes = buffer.get_mut(..units.len())?;
    let all = match (units.last_chunk::<CHUNK>(), bytes.last_chunk_mut::<CHUNK>()) {
        // The last chunk may overlap the one before: doing it twice costs less than a loop over single units.
        (Some(from), Some(to)) => narrow_each(from, to) | narrow_chunks(units, bytes),
        _ => narrow_each(units, bytes),
    };
    // SAFETY: every byte was written, and ASCII is UTF-8.
    (all < 0x80).then(|| unsafe {
        std::str::from_utf8_unchecked(std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()))
    })
}

#[inline]
fn narrow_chunks(units: &[u16], bytes: &mut [MaybeUninit<u8>]) -> u16 {
    let chunks = units
        .as_chunks::<CHUNK>()
        .0
        .iter()
        .zip(bytes.as_chunks_mut::<CHUNK>().0);
    chunks.fold(0, |all, (from, to)| all | narrow_each(from, to))
}

/// Writes the low byte of each unit, and answers all units or-ed together.
#[inline]
fn narrow_each(units: &[u16], bytes: &mut [MaybeUninit<u8>]) -> u16 {
    units.iter().zip(bytes).fold(0, |all, (unit, byte)| {
        byte.write(*unit as u8);
        all | unit
    })
}
