//! The one place where a panic stops. Every export of the C door and of the JNI door runs inside it.
//!
//! A panic that unwinds into C or the JVM aborts the process, and Rust's own report of it prints the message,
//! which may hold what the library was given. Inside the guard neither happens: the caller gets an answer that
//! says "panic", and standard error gets the place in the source and nothing else.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

thread_local! {
    /// Whether this thread is inside a guard.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The answer of `body`, or `on_panic` when it panics.
///
/// What `body` had under way is dropped by unwinding and never seen again, so nothing half made gets out.
#[inline]
pub(crate) fn guard<T>(on_panic: T, body: impl FnOnce() -> T) -> T {
    quiet_hook();
    let outer = GUARDED.replace(true);
    let answer = catch_unwind(AssertUnwindSafe(|| {
        #[cfg(any(test, feature = "test-hooks"))]
        hook::spring();
        body()
    }));
    GUARDED.set(outer);
    answer.unwrap_or_else(|payload| {
        // Dropping a payload may panic in its turn. It is a message; leaking it is the safe way.
        std::mem::forget(payload);
        on_panic
    })
}

/// Makes panics inside a guard report their place only. Panics elsewhere are reported as before.
#[inline]
fn quiet_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if GUARDED.get() {
                report(panic);
            } else {
                before(panic);
            }
        }));
    });
}

fn report(panic: &PanicHookInfo<'_>) {
    use std::io::Write;
    let (file, line) = panic
        .location()
        .map_or(("unknown", 0), |place| (place.file(), place.line()));
    // Standard error may be closed: then nobody wants to know.
    let _ = writeln!(
        std::io::stderr(),
        "lineage-identity: a panic was stopped, {file}:{line}"
    );
}

/// Makes the next guarded call of this thread panic, so that tests see what every export does then.
#[cfg(any(test, feature = "test-hooks"))]
pub(crate) mod hook {
    use std::cell::Cell;

    thread_local! {
        static ARMED: Cell<bool> = const { Cell::new(false) };
    }

    /// Arms the hook for the next guarded call of this thread.
    pub(crate) fn arm() {
        ARMED.set(true);
    }

    /// Whether the hook is still armed, which says that no guard was entered.
    #[must_use]
    pub(crate) fn armed() -> bool {
        ARMED.get()
    }

    #[allow(clippy::panic, reason = "this is the panic that tests ask for")]
    pub(super) fn spring() {
        if ARMED.take() {
            panic!("a test asked for this panic");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{GUARDED, guard, hook};

    #[test]
    fn a_panic_becomes_the_given_answer() {
        hook::arm();
        assert_eq!(guard(-1, || 7), -1);
        assert!(!hook::armed());
        assert_eq!(guard(-1, || 7), 7);
    }

    #[test]
    fn guards_nest() {
        let inside = guard((false, 0), || {
            let inner = guard(1, || panic!("inner"));
            (GUARDED.get(), inner)
        });
        assert_eq!((inside, GUARDED.get()), ((true, 1), false));
    }

    #[test]
    fn a_payload_that_panics_when_dropped_is_stopped_too() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("dropped");
            }
        }
        assert_eq!(guard(-1, || std::panic::panic_any(Bomb)), -1);
    }
}
