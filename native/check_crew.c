/* For tests: threads that share tasks (crew.h), under sanitizers. Each task adds up the squares of numbers which the
   caller writes before it opens the task; helpers come late and leave early. Prints the sums that were wrong.

   cc -std=gnu17 -g -O1 -fsanitize=thread -pthread -DLEVEL=v2 check_crew.c -o check
   setarch -R ./check THREADS */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "crew.h"

enum { PIECES = 7, TASKS = 20000 };

static int64_t fields[CREW_FIELDS + CREW_MOST], numbers[PIECES], sums[CREW_MOST];

static void add_squares(Crew *crew, int64_t place)
{
    bool first;
    for (int64_t piece; (piece = take_piece(crew, place, &first)) >= 0; piece_is_done(crew)) {
        if (first)
            sums[place] = crew->start;
        sums[place] += numbers[piece] * numbers[piece];
    }
}

static void *help(void *place)
{
    while (wait_for_piece((Crew *)fields))
        add_squares((Crew *)fields, (intptr_t)place);
    return NULL;
}

int main(int count, char **words)
{
    const int threads = count > 1 ? atoi(words[1]) : 2;
    Crew *crew = (Crew *)fields;
    pthread_t helpers[CREW_MOST];
    int64_t wrong = 0;
    for (intptr_t i = 1; i < threads; i++)
        pthread_create(&helpers[i], NULL, help, (void *)i);
    for (int64_t task = 0; task < TASKS; task++) {
        int64_t right = 0, sum = 0;
        for (int64_t i = 0; i < PIECES; i++) {
            numbers[i] = task + i;
            right += numbers[i] * numbers[i];
        }
        open_task(crew, PIECES, 0, 0);
        add_squares(crew, 0);
        wait_for_task(crew);
        for (int t = 0; t < threads; t++)
            if (crew->at[t] == crew->number)
                sum += sums[t];
        wrong += sum != right;
    }
    open_task(crew, PIECES, 0, 0);
    close_crew(crew);
    for (intptr_t i = 1; i < threads; i++)
        pthread_join(helpers[i], NULL);
    printf("%lld of %d sums are wrong\n", (long long)wrong, TASKS);
    return wrong != 0;
}
