/* Threads that share the pieces of one task after another: the caller's own, and helpers that come if they can.

   The caller opens a task, works on it like the others, and waits until each piece that was taken is done. It never
   waits for a helper that has not come: a helper may come late, or not at all, or leave when it has nothing to do. */
#ifndef CREW_H
#define CREW_H

#include <stdatomic.h>
#if defined(__unix__) || defined(__APPLE__)
#include <sched.h>
#endif

#include "sprague.h"

typedef struct {
    _Atomic int64_t ticket; /* the number of the task, above 32 bits with the number of pieces that nobody has taken */
    _Atomic int64_t done;   /* pieces */
    _Atomic int64_t over;   /* nothing more is coming */
    int64_t number, pieces, start, size; /* of the task; they stay while a piece is at work */
    int64_t at[]; /* for each thread the number of the last task of which it took a piece */
} Crew;

enum { CREW_FIELDS = 7, CREW_MOST = 256 };

/* How often a helper looks for work before it leaves: some ten milliseconds. */
enum { PATIENCE = 1 << 18 };

/* Waits a little, for the so-manieth time: every 1024th time another thread may have the processor, perhaps the one that
   is waited for. */
static inline void pause_a_little(int64_t before)
{
#if defined(__unix__) || defined(__APPLE__)
    if (before % 1024 == 1023)
        sched_yield();
#else
    (void)before;
#endif
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Opens the next task. All pieces of the one before are done. */
static inline void open_task(Crew *crew, int64_t pieces, int64_t start, int64_t size)
{
    crew->number++;
    crew->pieces = pieces;
    crew->start = start;
    crew->size = size;
    atomic_store_explicit(&crew->done, 0, memory_order_relaxed);
    atomic_store_explicit(&crew->ticket, crew->number << 32 | pieces, memory_order_release);
}

/* Takes a piece of the open task and returns its number; -1 if there is none. `first` says whether it is the first one
   of this task for the thread `place`. */
static inline int64_t take_piece(Crew *crew, int64_t place, bool *first)
{
    int64_t ticket = atomic_load_explicit(&crew->ticket, memory_order_acquire);
    do {
        if ((uint32_t)ticket == 0)
            return -1;
    } while (!atomic_compare_exchange_weak_explicit(&crew->ticket, &ticket, ticket - 1, memory_order_acq_rel,
                                                    memory_order_acquire));
    *first = crew->at[place] != crew->number;
    crew->at[place] = crew->number;
    return (int64_t)(uint32_t)ticket - 1;
}

static inline void piece_is_done(Crew *crew) { atomic_fetch_add_explicit(&crew->done, 1, memory_order_acq_rel); }

/* Waits until so many pieces are done. */
static inline void wait_for_pieces(Crew *crew, int64_t pieces)
{
    for (int64_t i = 0; atomic_load_explicit(&crew->done, memory_order_acquire) < pieces; i++)
        pause_a_little(i);
}

/* Waits until all pieces are done. None of them is left to be taken. */
static inline void wait_for_task(Crew *crew) { wait_for_pieces(crew, crew->pieces); }

/* Gives up the pieces that nobody has taken, and sends the helpers home. */
static inline void close_crew(Crew *crew)
{
    const int64_t left = (uint32_t)atomic_exchange_explicit(&crew->ticket, 0, memory_order_acq_rel);
    wait_for_pieces(crew, crew->pieces - left);
    atomic_store_explicit(&crew->over, 1, memory_order_release);
}

/* Waits, as a helper, until a piece may be taken; false if it should go. */
static inline bool wait_for_piece(Crew *crew)
{
    for (int64_t i = 0; i < PATIENCE; i++) {
        if ((uint32_t)atomic_load_explicit(&crew->ticket, memory_order_relaxed))
            return true;
        if (atomic_load_explicit(&crew->over, memory_order_relaxed))
            return false;
        pause_a_little(i);
    }
    return false;
}

#endif
